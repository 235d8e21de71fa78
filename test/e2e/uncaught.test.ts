/** A bug that nothing catches ends the process at once; the next start makes up for what was under way. */
import { describe, expect, test } from '@jest/globals';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lookAt, watchAlerts } from '../support/alerts.ts';
import { call } from '../support/call.ts';
import { startGateway } from '../support/gateway.ts';
import { quickPolicy } from '../support/quick-policy.ts';
import { runCommand } from '../support/keys.ts';
import { readEntries } from '../support/trail-directory.ts';
import { startUpstream } from '../support/upstream.ts';

const underWay = 3;

describe('a bug that nothing catches', () => {
  test.each([
    ['throws', 'error'],
    ['rejects', 'rejection'],
  ])(
    'and %s ends the gateway with status 70, and what was under way is recovered at the next start',
    async (_, kind) => {
      const data = await mkdtemp(join(tmpdir(), 'governance-uncaught-'));
      let arrived: () => void = () => undefined;
      const allArrived = new Promise<void>((resolve) => (arrived = resolve));
      const upstream = await startUpstream(() => {
        if (upstream.arrived.length === underWay) arrived();
      });
      const environment = {
        ...quickPolicy,
        OPENAI_API_KEY: 'x',
        OPENAI_BASE_URL: `${upstream.url}/v1`,
      };
      const program = ['--import', './test/support/bug.ts', 'src/gateway.ts'];
      const first = await startGateway({
        data,
        environment: { ...environment, TEST_BUG: kind },
        program,
      });
      const body = { model: 'gpt-test', messages: [{ role: 'user', content: 'hello' }] };
      const cut = Array.from({ length: underWay }, () =>
        call(`${first.url}/v1/chat/completions`, { key: first.key, body }).then(
          ({ status }) => status,
          () => 'cut',
        ),
      );
      await allArrived;
      // It never limps on: neither does it answer those calls, nor does it take another one.
      expect(await first.stop('SIGPWR')).toBe(70);
      expect(await Promise.all(cut)).toEqual(Array.from({ length: underWay }, () => 'cut'));
      const last = first.logs().at(-1);
      expect(last).toMatchObject({ msg: 'the gateway ends', level: 60 });
      expect(JSON.stringify(last)).toContain('a bug that nothing catches');

      const second = await startGateway({ data, environment });
      const isFiring = await watchAlerts(lookAt(second));
      expect(await isFiring('GatewayDied')).toBe(true);
      const prompt = { prompt: 'Good morning.' };
      const { status } = await call(`${second.url}/v1/validate`, { key: second.key, body: prompt });
      expect(status).toBe(200);
      expect(await second.stop()).toBe(0);
      const types = readEntries(join(data, 'audit')).map(({ type }) => type);
      expect(types.filter((type) => type === 'request')).toHaveLength(underWay);
      expect(types.filter((type) => type === 'recovered')).toHaveLength(underWay);
      expect(runCommand(data, ['audit', 'verify', '--dir', join(data, 'audit')])).toMatch(/intact/);
      await upstream.close();
      await rm(data, { recursive: true });
    },
  );
});
