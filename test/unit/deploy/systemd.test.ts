/** The unit starts what the build makes, with variables that the gateway reads, and gives it the time and the rights that it needs. */
import { describe, expect, test } from '@jest/globals';
import { fileVariable, variables } from '../../../src/config/environment.ts';
import { limitsSchema } from '../../../src/config/limits.ts';
import { exists, readText } from '../../support/repository.ts';

const unit = readText('deploy/systemd/governance-gateway.service');

function read(name: string): readonly string[] {
  return [...unit.matchAll(new RegExp(`^${name}=(.*)$`, 'gm'))].map(([, value = '']) => value);
}

function readMalloc(text: string): readonly (readonly [name: string, value: string])[] {
  return [...text.matchAll(/(MALLOC_\w+)=(\d+)/g)].map(([, name = '', value = '']) => [
    name,
    value,
  ]);
}

describe('the systemd unit', () => {
  test('starts what the build makes, as the image does', () => {
    const [, entry = ''] = /dist\/(\S+)\.js$/.exec(read('ExecStart')[0] ?? '') ?? [];
    expect(exists(`src/${entry}.ts`)).toBe(true);
    expect(readText('Dockerfile')).toContain(`dist/${entry}.js`);
  });

  test('sets only variables that the gateway reads, and those of the C library', () => {
    const known = ['NODE_ENV', fileVariable, ...readMalloc(unit).map(([name]) => name)];
    for (const { name, secret } of variables) known.push(name, ...(secret ? [`${name}_FILE`] : []));
    const names = read('Environment').map((value) => value.split('=')[0] ?? '');
    expect(names).toContain('GATEWAY_DATA');
    expect(names.filter((name) => !known.includes(name))).toEqual([]);
  });

  test('tells the C library to give memory back, in the same words as the image', () => {
    expect(readMalloc(unit)).toHaveLength(3);
    expect(readMalloc(unit)).toEqual(readMalloc(readText('Dockerfile')));
  });

  test('keeps the state where it may write, and hands the master key over as a credential', () => {
    const [state = ''] = read('StateDirectory');
    expect(read('Environment')).toContain(`GATEWAY_DATA=/var/lib/${state}`);
    const [name = ''] = (read('LoadCredential')[0] ?? '').split(':');
    expect(read('Environment')).toContain(`GATEWAY_MASTER_KEY_FILE=%d/${name}`);
    expect(read('ProtectSystem')).toEqual(['strict']);
    expect(read('DynamicUser')).toEqual(['yes']);
  });

  test('waits longer than running exchanges are given to end, and does not start a bad configuration again', () => {
    const { drainTimeoutMs } = limitsSchema.parse(undefined);
    const lastTracesMs = 5_000;
    const lastCopiesMs = 20_000;
    expect(Number(read('TimeoutStopSec')[0]) * 1000).toBeGreaterThan(
      drainTimeoutMs + lastTracesMs + lastCopiesMs + 10_000,
    );
    expect(read('RestartPreventExitStatus')).toEqual(['78']);
    expect(read('KillSignal')).toEqual(['SIGTERM']);
  });

  test('leaves it to the primary which of several workers ends, and what becomes of one that dies', () => {
    expect(read('KillMode')).toEqual(['mixed']);
    // By itself systemd stops all of them where the system ended one for want of memory.
    expect(read('OOMPolicy')).toEqual(['continue']);
  });

  test('starts again for as long as what it leans on is away, as the others do', () => {
    expect(read('Restart')).toEqual(['on-failure']);
    // By itself systemd gives up after five starts within ten seconds, and PostgreSQL may take longer to come.
    expect(read('StartLimitIntervalSec')).toEqual(['0']);
  });

  test('lets threads stand back, which is a call that its filter else forbids', () => {
    const filters = read('SystemCallFilter');
    const forbidden = filters.findIndex((filter) => filter.includes('@resources'));
    expect(filters.slice(forbidden + 1)).toContain('setpriority');
  });

  test('lets memory become code, without which the engine does not run', () => {
    expect(unit).not.toMatch(/^MemoryDenyWriteExecute=yes/m);
  });
});
