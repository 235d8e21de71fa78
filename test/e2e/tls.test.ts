/** HTTPS by the gateway itself: a pair that is none is refused by name, a renewal needs no restart, and an end is told of. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TLSSocket } from 'node:tls';
import { watchAlerts } from '../support/alerts.ts';
import { type CertificateFiles, makeCertificate, opensslMissing } from '../support/certificate.ts';
import { type RunningGateway, startGateway } from '../support/gateway.ts';
import { quickPolicy } from '../support/quick-policy.ts';
import { until } from '../support/until.ts';

const dayMs = 86_400_000;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'governance-tls-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

function make(name: string, days?: number): CertificateFiles {
  mkdirSync(join(folder, name));
  return makeCertificate(join(folder, name), days);
}

function start(
  name: string,
  { certificate, key }: CertificateFiles,
  clock = 0,
): Promise<RunningGateway> {
  const [config, time] = [join(folder, `${name}.yaml`), join(folder, `${name}.clock`)];
  writeFileSync(config, `listen: { tls: { certificate: ${certificate}, key: ${key} } }\n`);
  writeFileSync(time, `${clock}`);
  return startGateway({
    program: ['--import', './test/support/clock.ts', 'src/gateway.ts'],
    environment: { ...quickPolicy, GATEWAY_CONFIG: config, TEST_CLOCK: time },
  });
}

type Answer = { readonly status: number; readonly fingerprint: string };

/** Whose certificate answers, over a connection of its own. */
async function ask(gateway: RunningGateway): Promise<Answer> {
  const { status, fingerprint } = await get(gateway, '/readyz');
  return { status, fingerprint };
}

function get({ url, key }: RunningGateway, path: string): Promise<Answer & { text: string }> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${key}` };
    const asked = request(`${url}${path}`, { headers, rejectUnauthorized: false, agent: false });
    asked.on('error', reject);
    asked.on('response', (answer) => {
      const { socket } = answer;
      const fingerprint =
        socket instanceof TLSSocket ? socket.getPeerCertificate().fingerprint256 : '';
      const { statusCode: status = 0 } = answer;
      let text = '';
      answer.setEncoding('utf8').on('data', (piece: string) => (text += piece));
      answer.on('end', () => resolve({ status, fingerprint, text }));
    });
    asked.end();
  });
}

const fingerprintOf = (file: string): string =>
  new X509Certificate(readFileSync(file)).fingerprint256;

(opensslMissing === undefined ? describe : describe.skip)('a gateway with a certificate', () => {
  test('serves it, tells that it ends soon, and takes a renewal up, half of one not', async () => {
    const files = make('served');
    const renewed = make('renewed', 30);
    const gateway = await start('served', files);
    expect(gateway.url).toMatch(/^https:/);
    await gateway.untilSaid('the certificate expires soon');
    const first = { status: 200, fingerprint: fingerprintOf(files.certificate) };
    expect(await ask(gateway)).toEqual(first);
    const isFiring = await watchAlerts(async () => (await get(gateway, '/metrics')).text);
    expect(await isFiring('CertificateEndsSoon')).toBe(true);
    expect(await isFiring('CertificateEnds')).toBe(false);

    writeFileSync(files.certificate, readFileSync(renewed.certificate));
    const kept = 'the new certificate cannot be used; the old one stays';
    await gateway.untilSaid(kept);
    const line = gateway.logs().find(({ msg }) => msg === kept);
    expect(JSON.stringify(line)).toContain(
      `\`${files.key}\`: expected the private key of the certificate \`${files.certificate}\``,
    );
    expect(await ask(gateway)).toEqual(first);

    writeFileSync(files.key, readFileSync(renewed.key));
    const second = { status: 200, fingerprint: fingerprintOf(renewed.certificate) };
    await until(async () => (await ask(gateway)).fingerprint === second.fingerprint);
    expect(await ask(gateway)).toEqual(second);
    expect(await isFiring('CertificateEndsSoon')).toBe(false);
    expect(await gateway.stop()).toBe(0);
  });

  test.each([
    ['has expired', 3 * dayMs, 'the certificate has expired'],
    ['does not hold yet', -3 * dayMs, 'the certificate does not hold yet'],
  ])('that %s serves it all the same, and says so at its start', async (how, offMs, said) => {
    const files = make(how);
    const gateway = await start(how, files, offMs);
    await gateway.untilSaid(said);
    const line = gateway.logs().find(({ msg }) => String(msg).startsWith(said));
    expect(line).toMatchObject({ level: 40, file: files.certificate });
    expect((await ask(gateway)).status).toBe(200);
    expect(await gateway.stop()).toBe(0);
  });

  test('that is not that of the key does not start, and says which file is to be changed', async () => {
    const [one, other] = [make('one'), make('other')];
    const started = start('mixed', { certificate: one.certificate, key: other.key });
    await expect(started).rejects.toThrow(
      /ended with 78.*mixed\.yaml:1:\d+: listen\.tls\.key: expected the private key of the certificate `[^`]*one\/certificate\.pem`, got `[^`]*other\/key\.pem`/s,
    );
  });

  test.each([
    ['a certificate', 'certificate', 'key', 'certificate in PEM'],
    ['a key', 'key', 'certificate', 'private key in PEM'],
  ] as const)(
    'whose file holds no such thing as %s does not start',
    async (_, of, put, expected) => {
      const files = make(`no-${of}`);
      const started = start(`no-${of}`, { ...files, [of]: files[put] });
      await expect(started).rejects.toThrow(
        new RegExp(`ended with 78.*listen\\.tls\\.${of}: expected a ${expected}`, 's'),
      );
    },
  );

  test('whose key is kept by a passphrase does not start, and says that it must not be', async () => {
    const files = make('kept');
    const locked = join(folder, 'kept', 'locked.pem');
    const how = ['pkcs8', '-topk8', '-in', files.key, '-out', locked, '-passout', 'pass:word'];
    execFileSync('openssl', how);
    await expect(start('kept', { ...files, key: locked })).rejects.toThrow(
      /that no passphrase keeps/,
    );
  });
});
