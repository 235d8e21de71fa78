/** A detector behind HTTP over real sockets: only an answer that keeps its contract counts, everything else is a failure. */
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, describe, expect, test } from '@jest/globals';
import type { AskerOptions } from '../../../src/outside/asker.ts';
import type { Outside } from '../../../src/outside/outside.ts';
import { partOf } from '../../support/policy.ts';
import { readSection } from '../../support/repository.ts';
import { answerJson, startUpstream, type Script } from '../../support/upstream.ts';
import { askAbout, closeAll, openOutside } from './support.ts';

const server = await startUpstream();
afterEach(closeAll);
afterAll(() => server.close());

function open(script: Script, change: Partial<AskerOptions> = {}, url = server.url): Outside {
  server.clear();
  server.script = script;
  const headers = { authorization: 'Bearer the-key-of-the-detector' };
  return openOutside({ kind: 'http', address: { url, headers, answerBytesMax: 4096 } }, change);
}

const says = (...findings: readonly unknown[]): Script => {
  return (_arrived, response) => answerJson(response, { findings });
};
const rude = { label: 'rude', score: 0.9 };

async function failureOf(outside: Outside, text = 'some text'): Promise<string | undefined> {
  const { findings, failures, heard } = await askAbout(outside, text);
  expect([findings, heard, failures.length]).toEqual([[], [], 1]);
  expect(failures[0]).toMatchObject({ check: 'model', part: 0 });
  return failures[0]?.reason.replace('the detector `model` ', '');
}

describe('a detector that answers well', () => {
  test('is shown a text with its part and stage, and its findings are told', async () => {
    const outside = open(says({ ...rude, start: 5, end: 9 }, { label: 'loud', score: 0.5 }));
    const part = partOf('some text', { kind: 'tool_result' });
    expect(await askAbout(outside, part)).toEqual({
      heard: ['model'],
      failures: [],
      findings: [
        {
          ...{ category: 'model/rude', severity: 'high', confidence: 0.9 },
          spans: [{ part: 0, start: 5, end: 9 }],
        },
        {
          ...{ category: 'model/loud', severity: 'high', confidence: 0.5 },
          spans: [{ part: 0, start: 0, end: 9 }],
        },
      ],
    });
    const [arrived] = server.arrived;
    expect(arrived?.headers).toMatchObject({
      authorization: 'Bearer the-key-of-the-detector',
      'content-type': 'application/json',
    });
    expect(JSON.parse(String(arrived?.body))).toEqual({
      ...{ version: 1, text: 'some text', part: 'tool_result', stage: 'request' },
    });
  });

  test('finds nothing below its threshold', async () => {
    const outside = open(says({ ...rude, score: 0.49 }));
    expect(await askAbout(outside, 'some text')).toEqual({
      ...{ findings: [], failures: [], heard: ['model'] },
    });
  });

  test('is asked about each part, and only failed parts are told as failures', async () => {
    const outside = open((arrived, response) => {
      if (String(arrived.body).includes('bad')) answerJson(response, {}, 500);
      else answerJson(response, { findings: [rude] });
    });
    const told = await askAbout(outside, 'one', 'bad', 'two', 'bad too');
    expect(told.findings.map(({ spans }) => spans[0]?.part)).toEqual([0, 2]);
    expect(told.heard).toEqual([]);
    expect(told.failures).toMatchObject([{ check: 'model', part: 1 }]);
  });
});

describe('docs/DETECTION.md', () => {
  test('states the question and the answer as they are', async () => {
    const section = readSection('docs/DETECTION.md', '`http`: a contract of our own');
    const [question, answer] = [...section.matchAll(/```json\n(.*)\n```/g)].map(
      ([, text = '']) => JSON.parse(text) as { readonly text: string },
    );
    const outside = open((_arrived, response) => answerJson(response, answer));
    expect((await askAbout(outside, question?.text ?? '')).findings).toMatchObject([
      { category: 'model/rude', confidence: 0.93, spans: [{ start: 0, end: 4 }] },
    ]);
    expect(JSON.parse(String(server.arrived[0]?.body))).toEqual(question);
  });
});

describe('a detector that breaks its contract', () => {
  const contract = 'answered something else than its contract says';
  const span = 'gave a span that is not in the text';
  const raw =
    (body: string | Buffer, type = 'application/json', status = 200): Script =>
    (_arrived, response) => {
      response.writeHead(status, { 'content-type': type });
      response.end(body);
    };
  test.each<[string, Script, string]>([
    ['says it failed', raw('{}', 'application/json', 500), 'answered with the status 500'],
    ['says nothing', raw('', 'application/json', 204), 'answered with the status 204'],
    ['sends broken JSON', raw('{"findings": ['), 'answered with something else than JSON'],
    [
      'sends no JSON',
      raw('{"findings":[]}', 'text/html'),
      'answered with something else than JSON',
    ],
    [
      'sends no UTF-8',
      raw(Buffer.from([0x22, 0xff, 0x22])),
      'answered with something else than JSON',
    ],
    [
      'sends NaN',
      raw('{"findings":[{"label":"rude","score":NaN}]}'),
      'answered with something else than JSON',
    ],
    ['sends a list', raw('[]'), contract],
    ['sends null', raw('null'), contract],
    ['sends nothing of it', raw('{}'), contract],
    ['sends more than it', raw('{"findings":[],"safe":true}'), contract],
    ['sends a score as text', says({ ...rude, score: '0.9' }), contract],
    ['sends no score', says({ label: 'rude' }), contract],
    [
      'sends a score above one',
      says({ ...rude, score: 1.1 }),
      'gave a score that is not from 0 to 1',
    ],
    [
      'sends a score below zero',
      says({ ...rude, score: -0.1 }),
      'gave a score that is not from 0 to 1',
    ],
    ['sends an endless score', raw('{"findings":[{"label":"rude","score":1e999}]}'), contract],
    [
      'sends a strange label',
      says({ ...rude, label: 'odd' }),
      'reported a label that it was not given',
    ],
    [
      'sends a label of every object',
      says({ ...rude, label: 'toString' }),
      'reported a label that it was not given',
    ],
    ['points behind the text', says({ ...rude, start: 0, end: 10 }), span],
    ['points before the text', says({ ...rude, start: -1, end: 2 }), span],
    ['points at nothing', says({ ...rude, start: 3, end: 3 }), span],
    ['points backwards', says({ ...rude, start: 4, end: 2 }), span],
    ['points between characters', says({ ...rude, start: 0.5, end: 2 }), span],
    ['says where it begins only', says({ ...rude, start: 1 }), span],
    ['finds too much', says(...Array.from({ length: 101 }, () => rude)), contract],
    [
      'sends too much',
      raw(`{"findings":[${' '.repeat(5000)}]}`),
      'answered with more than 4096 bytes',
    ],
  ])('that %s has failed', async (_name, script, reason) => {
    expect(await failureOf(open(script))).toBe(reason);
  });

  test('that points into a character has failed', async () => {
    for (const [start, end] of [
      [2, 4],
      [0, 2],
    ])
      expect(await failureOf(open(says({ ...rude, start, end })), 'a😀b')).toBe(span);
    const whole = await askAbout(open(says({ ...rude, start: 1, end: 3 })), 'a😀b');
    expect(whole.failures).toEqual([]);
  });

  test('that sends text to another host is not followed there', async () => {
    const other = await startUpstream();
    const outside = open((_arrived, response) => {
      response.writeHead(307, { location: `${other.url}/elsewhere` });
      response.end();
    });
    expect(await failureOf(outside)).toBe('answered with the status 307');
    expect(other.arrived).toEqual([]);
    await other.close();
  });
});

describe('a detector that cannot be relied on', () => {
  const late = { timeoutMs: 200 };

  test.each<[string, Script]>([
    ['never answers', () => undefined],
    [
      'sends only its head',
      (_arrived, response) => {
        response.writeHead(200, { 'content-type': 'application/json' });
        response.flushHeaders();
      },
    ],
    [
      'drips',
      (_arrived, response) => {
        response.writeHead(200, { 'content-type': 'application/json' });
        const drip = setInterval(() => response.write(' '), 20);
        response.once('close', () => clearInterval(drip));
      },
    ],
  ])('since it %s has failed when its time is over', async (_name, script) => {
    expect(await failureOf(open(script, late))).toBe('did not answer within 200 ms');
  });

  test('since it breaks off has failed', async () => {
    const outside = open((_arrived, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' });
      response.write('{"findings":[]}');
      setTimeout(() => response.destroy(), 20);
    });
    expect(await failureOf(outside)).toBe('broke off before its answer was complete');
  });

  test('since nobody listens, hangs up or speaks another language has failed', async () => {
    expect(await failureOf(open(says(), {}, 'http://127.0.0.1:1/'))).toMatch(
      /^could not be reached/,
    );
    for (const said of ['', 'SSH-2.0-x\r\n']) {
      const strange = createServer((socket) => socket.end(said));
      await new Promise<void>((resolve) => strange.listen(0, '127.0.0.1', resolve));
      const { port } = strange.address() as AddressInfo;
      const reason = await failureOf(open(says(), {}, `http://127.0.0.1:${port}/`));
      expect(reason).toMatch(/^could not be reached/);
      strange.close();
    }
  });

  test('since it fails again and again is left alone for a while, and then asked again', async () => {
    const outside = open((_arrived, response) => answerJson(response, {}, 503), {
      ...{ failuresMax: 2, pauseMs: 2000 },
    });
    for (const reason of ['answered with the status 503', 'answered with the status 503'])
      expect(await failureOf(outside)).toBe(reason);
    expect(await failureOf(outside)).toBe('is left alone for a while after 2 failures');
    expect(server.arrived).toHaveLength(2);
    await new Promise((resolve) => setTimeout(resolve, 2100));
    expect(await failureOf(outside)).toBe('answered with the status 503');
    expect(await failureOf(outside)).toBe('is left alone for a while after 2 failures');
    server.script = says();
    await new Promise((resolve) => setTimeout(resolve, 2100));
    expect((await askAbout(outside, 'some text')).heard).toEqual(['model']);
  });
});
