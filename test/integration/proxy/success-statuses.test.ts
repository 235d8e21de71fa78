/** Clients take any status between 200 and 299 for success: what comes under it is judged as under 200, and keeps its status. */
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { TerminalEvent } from '../../../src/governance/event.ts';
import { call, type Answered } from '../../support/call.ts';
import { dialectCalls } from '../../support/dialect-answers.ts';
import { judgeBy } from './support.ts';
import { setWays, ways } from './ways.ts';

const stage = setWays(
  judgeBy({
    patterns: { codename: { keywords: ['blue heron'] } },
    rules: [
      { id: 'mail', when: 'found("pii/email")', action: 'redact' },
      { id: 'codename', when: 'hit("codename")', action: 'block' },
    ],
  }),
);

const kept = [201, 202, 203, 206, 207, 226, 299];
const bare = [204, 205];
const forms = dialectCalls.flatMap((one) => {
  const plain = { name: one.name, path: one.path, body: one.body, type: 'application/json' };
  const said = { ...plain, text: JSON.stringify(one.answer) };
  if (one.stream === undefined) return [said];
  const path = one.streamPath ?? one.path;
  const body: object = { ...one.body, ...one.streamBody };
  return [said, { name: `${one.name}, streamed`, path, body, ...one.stream }];
});

describe.each(ways)('%s:', (way) => {
  beforeEach(() => {
    stage.gateways[way].events.length = 0;
  });
  afterEach(() => {
    const [, end] = stage.gateways[way].events;
    expect(stage.gateways[way].events).toHaveLength(2);
    expect((end as TerminalEvent).outcome).toBeDefined();
  });

  describe.each(forms)('$name', ({ path, body, type, text }) => {
    const ask = (status: number, answer: string): Promise<Answered> => {
      stage.upstream.script = (_, response) => {
        response.writeHead(status, answer === '' ? {} : { 'content-type': type }).end(answer);
      };
      return call(`${stage.gateways[way].url}${path}`, { body });
    };
    test.each(kept)('%d keeps its status and its bytes', async (status) => {
      const answer = await ask(status, text);
      expect([answer.status, answer.text]).toEqual([status, text]);
      expect(answer.headers.get('content-type')).toBe(type);
      expect(stage.gateways[way].events[1]).toMatchObject({ type: 'answered', status });
    });

    test('201 is judged', async () => {
      const answer = await ask(
        201,
        text.replaceAll(/All is well\.|(?:gpt|llama)-test/g, 'blue heron'),
      );
      expect(answer.text).not.toContain('heron');
      expect(stage.gateways[way].events[1]).toMatchObject({ type: 'blocked' });
    });

    test.each(bare)('%d has nothing in it', async (status) => {
      const answer = await ask(status, '');
      expect([answer.status, answer.text]).toEqual([status, '']);
      expect(answer.headers.get('content-type')).toBeNull();
      expect(answer.headers.get('x-governance-decision')).toBe('allow');
      expect(stage.gateways[way].events[1]).toMatchObject({ type: 'answered', status });
    });
  });
});
