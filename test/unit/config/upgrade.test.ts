/** What the change log says of configurations that start no more is so, and what it says to write instead is taken. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { z } from 'zod';
import { readConfig } from '../../../src/config/config.ts';
import { writeFault } from '../../../src/config/fault.ts';
import { readSection, readTable } from '../../support/repository.ts';

const folder = mkdtempSync(join(tmpdir(), 'upgrade-'));
mkdirSync(join(folder, 'config'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

/** A line of gateway.yaml, or a variable as compose files write them. */
function faultsOf(line: string): readonly string[] {
  const isVariable = /^[A-Z_]+:/.test(line);
  writeFileSync(join(folder, 'config/gateway.yaml'), isVariable ? '' : line);
  const environment = isVariable ? z.record(z.string(), z.string()).parse(parse(line)) : {};
  const read = readConfig({ flags: {}, environment, cwd: folder });
  return read.ok ? [] : read.faults.map(writeFault);
}

const section = readSection('CHANGELOG.md', 'On an upgrade: configurations that start no more');
const rows = readTable(section).map((row) => row.map((cell) => cell.replace(/^`|`$/g, '')));

test('the change log has rows of configurations that start no more', () => {
  expect(rows.length).toBeGreaterThan(5);
});

test.each(rows)('%s', (_, before = '', after = '') => {
  const faults = faultsOf(before);
  expect(faults).toHaveLength(1);
  expect(faults[0]).toContain(before.replace(/:.*/, ''));
  expect(faultsOf(after)).toEqual([]);
});

test('what Kubernetes sets is passed over', () => {
  const [, name = '', value = ''] = /`(GATEWAY_PORT)=([^`]+)`/.exec(section) ?? [];
  expect(value).toContain('://');
  expect(faultsOf(`${name}: ${value}`)).toEqual([]);
});
