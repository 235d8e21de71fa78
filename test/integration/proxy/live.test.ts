/** Live streams over real sockets: what goes when, how each of them ends, and what is on record of it. */
import { request, type IncomingMessage, type ServerResponse } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import type { TerminalEvent } from '../../../src/governance/event.ts';
import { policyOf } from '../../support/policy.ts';
import { startUpstream, type Upstream } from '../../support/upstream.ts';
import {
  judge as judgeWords,
  judgeBy,
  mountProxy,
  openaiAt,
  waitFor,
  type Mounted,
} from './support.ts';

const judge = judgeBy(
  {
    patterns: { codename: { keywords: ['blue heron'] } },
    rules: [
      { id: 'card', when: 'found("pii/card", 0.7)', action: 'redact' },
      { id: 'codename', when: 'hit("codename")', action: 'block' },
    ],
  },
  policyOf(
    {
      onBlock: 'refusal',
      patterns: { other: { keywords: ['grey heron'] } },
      rules: [{ id: 'other', when: 'hit("other")', action: 'block' }],
    },
    'refused',
  ),
);

const words = 'the weather is clear today and nobody in town has to stay at home for it ';
const chunk = { id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1, model: 'm' };
const say = (delta: unknown, finish: string | null = null, index = 0): string =>
  `data: ${JSON.stringify({ ...chunk, choices: [{ index, delta, finish_reason: finish }] })}\n\n`;
const sayText = (text: string): string =>
  (text.match(/.{1,8}/g) ?? []).map((content) => say({ content })).join('');
const ending = `${say({}, 'stop')}data: [DONE]\n\n`;

let upstream: Upstream;
let gateway: Mounted;

beforeAll(async () => {
  upstream = await startUpstream();
  gateway = await mount({});
});
afterAll(async () => {
  await gateway.close();
  await upstream.close();
});
afterEach(() => {
  gateway.events.length = 0;
  gateway.failRecord = () => false;
  gateway.onRecord = () => undefined;
  expect(gateway.bugs).toEqual([]);
});

function mount(limits: Record<string, number>): Promise<Mounted> {
  // A busy machine must not look like an upstream that stalls.
  const patient = { upstreamIdleTimeoutMs: 30_000, upstreamTotalTimeoutMs: 60_000 };
  return mountProxy([openaiAt(upstream.url)], { judge, limits: { ...patient, ...limits } });
}

function open(response: ServerResponse): ServerResponse {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  return response;
}

type Call = {
  readonly answer: IncomingMessage;
  readonly text: () => string;
  readonly ended: Promise<string>;
  readonly leave: () => void;
};

function call(url = gateway.url): Promise<Call> {
  return new Promise((resolve, reject) => {
    const body = JSON.stringify({ model: 'm', n: 4, stream: true, messages: [] });
    const sent = request(`${url}/v1/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      agent: false,
    });
    sent.once('error', reject);
    sent.once('response', (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (piece: string) => (text += piece));
      const ended = new Promise<string>((done, fail) => {
        answer.once('end', () => done(text));
        answer.once('error', fail);
      });
      ended.catch(() => undefined);
      resolve({ answer, text: () => text, ended, leave: () => sent.destroy() });
    });
    sent.end(body);
  });
}

const terminal = (by = gateway): TerminalEvent => {
  const [last] = by.events.slice(-1);
  if (last === undefined || !('outcome' in last)) throw new Error('no terminal entry');
  return last;
};
const releasedOf = (event: TerminalEvent): string =>
  Buffer.from(event.contents.released?.raw ?? '').toString();

describe('a stream in which nothing fires', () => {
  test('reaches the client byte for byte, most of it before its end', async () => {
    let finish = (): void => undefined;
    const all = say({ role: 'assistant', content: '' }) + sayText(words.repeat(6)) + ending;
    upstream.script = (_, response) => {
      open(response).write(all.slice(0, -ending.length));
      finish = () => response.end(ending);
    };
    const { answer, text, ended } = await call();
    await waitFor(() => text().length > all.length / 2, 20_000);
    expect(gateway.events.map(({ type }) => type)).toEqual(['request']);
    finish();
    expect(await ended).toBe(all);
    expect(answer.headers['x-governance-hold-back']).toBe('80');
    expect(terminal()).toMatchObject({
      type: 'answered',
      status: 200,
      bytesOut: Buffer.byteLength(all),
      outcome: { delivered: 'full', endedBy: 'gateway' },
      answer: { finish: 'stop' },
    });
    expect(releasedOf(terminal())).toBe(all);
    expect(terminal().contents.returned).toBeUndefined();
  });

  test('ends only when its entry is durable', async () => {
    const order: string[] = [];
    upstream.script = (_, response) => void open(response).end(sayText(words) + ending);
    gateway.onRecord = async ({ type }) => {
      await new Promise((resolve) => setTimeout(resolve, type === 'request' ? 0 : 50));
      order.push(type);
    };
    const { ended, text } = await call();
    void ended.then(() => order.push('end'));
    await waitFor(() => order.includes('answered'));
    await ended;
    expect(order).toEqual(['request', 'answered', 'end']);
    expect(text()).toContain('[DONE]');
  });

  test('ends with an error where its entry cannot be made durable', async () => {
    upstream.script = (_, response) => void open(response).end(sayText(words.repeat(5)) + ending);
    gateway.failRecord = ({ type }) => type === 'answered';
    const { ended } = await call();
    expect(await ended).toContain('"code":"audit_unavailable"');
    expect(await ended).not.toContain('[DONE]');
  });
});

describe('a stream with something to take out', () => {
  test('keeps everything else, and of each choice of four its own', async () => {
    const texts = [0, 1, 2, 3].map(
      (at) => `${words.repeat(3)}card ${at}: 4111 1111 1111 1111, ${words}`,
    );
    const pieces = texts.map((text) => text.match(/.{1,5}/g) ?? []);
    upstream.script = (_, response) => {
      open(response);
      for (let at = 0; at < (pieces[0]?.length ?? 0); at += 1)
        for (const [index, own] of pieces.entries())
          response.write(say({ content: own[at] ?? '' }, null, index));
      for (const index of pieces.keys()) response.write(say({}, 'stop', index));
      response.end('data: [DONE]\n\n');
    };
    const { ended } = await call();
    const said = ['', '', '', ''];
    for (const line of (await ended).split('\n')) {
      if (!line.startsWith('data: {')) continue;
      const { choices } = JSON.parse(line.slice(6)) as {
        choices: { index: number; delta: { content?: string } }[];
      };
      for (const { index, delta } of choices)
        said[index] = (said[index] ?? '') + (delta.content ?? '');
    }
    expect(said).toEqual(texts.map((text) => text.replace('4111 1111 1111 1111', '[CARD_1]')));
    expect(terminal()).toMatchObject({ type: 'answered', ruling: { action: 'redact' } });
    const kept = Buffer.from(terminal().contents.returned?.redacted() ?? '').toString();
    expect(kept).not.toMatch(/4111|1111/);
    expect(kept).not.toBe(Buffer.from(terminal().contents.returned?.raw ?? '').toString());
  });

  test('loses what a message beside each delta has said so far of it', async () => {
    const text = `${words.repeat(3)}card: 4111 1111 1111 1111, ${words.repeat(3)}`;
    const pieces = text.match(/.{1,5}/g) ?? [];
    const frames = pieces.map((content, at) => {
      const message = { role: 'assistant', content: pieces.slice(0, at + 1).join('') };
      const choice = { index: 0, delta: { content }, message, finish_reason: null };
      return `data: ${JSON.stringify({ ...chunk, choices: [choice] })}\n\n`;
    });
    upstream.script = (_, response) => void open(response).end(frames.join('') + ending);
    const { ended } = await call();
    const events = (await ended).split('\n\n').filter((event) => event.startsWith('data: {'));
    const choices = events.map(
      (event) =>
        (JSON.parse(event.slice(6)) as { choices: Record<string, { content?: string }>[] })
          .choices[0],
    );
    const said = choices.map((choice) => choice?.['delta']?.content ?? '').join('');
    expect(said).toBe(text.replace('4111 1111 1111 1111', '[CARD_1]'));
    expect(await ended).not.toMatch(/4111|1111/);
    // What was said before goes on in both.
    expect(choices[9]?.['message']?.content).toBe(text.slice(0, 50));
    expect(terminal()).toMatchObject({ type: 'answered', ruling: { action: 'redact' } });
  });

  test('of which each piece is said twice goes on wherever the value begins', async () => {
    for (let before = 0; before < 40; before += 1) {
      const text = `${words.repeat(2).slice(before)}card: 4111 1111 1111 1111, ${words.repeat(3)}`;
      const frames = (text.match(/.{1,5}/g) ?? []).map((content) => {
        const choice = { index: 0, text: content, delta: { content }, finish_reason: null };
        return `data: ${JSON.stringify({ ...chunk, choices: [choice] })}\n\n`;
      });
      upstream.script = (_, response) => void open(response).end(frames.join('') + ending);
      const { ended } = await call();
      expect(await ended).not.toMatch(/4111|1111/);
      expect(terminal()).toMatchObject({ type: 'answered', ruling: { action: 'redact' } });
    }
  });

  test('loses the tokens that spell it again', async () => {
    const token = (text: string): unknown => ({
      token: text,
      logprob: -1,
      bytes: null,
      top_logprobs: [],
    });
    const pieces = [
      ...(words.repeat(5).match(/.{1,8}/g) ?? []),
      'card 4111 ',
      '1111 1111 ',
      '1111 and ',
      ...(words.repeat(3).match(/.{1,8}/g) ?? []),
    ];
    const frames = pieces.map((content) => {
      const choice = {
        index: 0,
        delta: { content },
        logprobs: { content: [token(content)], refusal: null },
        finish_reason: null,
      };
      return `data: ${JSON.stringify({ ...chunk, choices: [choice] })}\n\n`;
    });
    upstream.script = (_, response) => void open(response).end(frames.join('') + ending);
    const { ended } = await call();
    expect(await ended).not.toMatch(/4111|1111/);
    expect(await ended).toContain('[CARD_1]');
    expect(await ended).toContain('"token":"the weat"');
  });
});

describe('a stream with something to stop for', () => {
  test('ends with what the format has for it, in every choice that is open', async () => {
    let gone = false;
    upstream.script = (_, response) => {
      response.once('close', () => (gone = true));
      open(response).write(sayText(words.repeat(4)) + say({ content: 'an' }, null, 1));
      response.write(sayText(`${words}grey heron is its name, ${words.repeat(9)}`));
    };
    const { ended } = await call();
    const text = await ended;
    expect(text).not.toMatch(/grey|heron/);
    const ends = text.match(
      /"index":\d,"delta":\{\},"logprobs":null,"finish_reason":"content_filter"/g,
    );
    expect(ends).toHaveLength(2);
    expect(text.endsWith('data: [DONE]\n\n')).toBe(true);
    await waitFor(() => gone, 20_000);
    expect(terminal()).toMatchObject({
      type: 'blocked',
      outcome: { delivered: 'partial', endedBy: 'gateway' },
      ruling: { action: 'block', decisive: { rule: 'other' } },
      bytesOut: Buffer.byteLength(text),
    });
    expect(releasedOf(terminal())).toBe(text);
    expect(Buffer.from(terminal().contents.returned?.redacted() ?? '').toString()).not.toContain(
      'heron',
    );
  });

  test('ends in a choice, too, whose own end had to wait', async () => {
    upstream.script = (_, response) => {
      open(response).write(sayText(words.repeat(4)) + say({ content: 'an' }, null, 1));
      const heron = `${words}grey heron is its name, ${words.repeat(4)}`;
      const pieces = heron.match(/.{1,8}/g) ?? [];
      response.write(say({}, 'stop') + say({ role: 'assistant', content: '' }, null, 2));
      response.end(pieces.map((content) => say({ content }, null, 1)).join('') + ending);
    };
    const text = await (await call()).ended;
    expect(text).not.toMatch(/grey|heron|"stop"/);
    const ends = text.matchAll(/"index":(\d),"delta":\{\},[^}]*"finish_reason":"content_filter"/g);
    expect([...ends].map(([, index]) => index).sort()).toEqual(['0', '1', '2']);
    expect(text.endsWith('data: [DONE]\n\n')).toBe(true);
  });

  test('is refused in a stream where the client only heard that it should wait', async () => {
    const chatty = await mount({ streamKeepAliveMs: 20 });
    let finish = (): void => undefined;
    upstream.script = (_, response) => {
      open(response).write(say({ content: 'grey' }));
      finish = () => response.end(say({ content: ' heron' }) + ending);
    };
    const { text, ended } = await call(chatty.url);
    await waitFor(() => text().includes(': keep-alive\n\n'), 20_000);
    finish();
    const events = (await ended).replaceAll(': keep-alive\n\n', '').trimEnd().split('\n\n');
    expect(events).toEqual([
      expect.stringMatching(/"role":"assistant","content":null,"refusal":"Blocked by policy/),
      expect.stringContaining('"finish_reason":"content_filter"'),
      'data: [DONE]',
    ]);
    expect(terminal(chatty)).toMatchObject({
      type: 'blocked',
      outcome: { delivered: 'none', endedBy: 'gateway' },
    });
    await chatty.close();
  });

  test('ends with an error that says why, where the policy asks for no refusal', async () => {
    upstream.script = (_, response) => {
      open(response).write(sayText(words.repeat(4)));
      response.write(sayText(`${words}blue heron is its name, ${words.repeat(9)}`));
    };
    const { ended } = await call();
    const text = await ended;
    expect(text).toContain('"content":"the weat"');
    expect(text).not.toMatch(/blue|heron|DONE/);
    const last = text.trimEnd().split('\n\n').at(-1)?.replace('data: ', '') ?? '';
    expect(JSON.parse(last)).toMatchObject({
      error: { type: 'invalid_request_error', code: 'content_policy_violation' },
    });
    expect(terminal()).toMatchObject({ type: 'blocked', outcome: { delivered: 'partial' } });
  });

  test('is refused as any other answer where nothing of it went yet', async () => {
    upstream.script = (_, response) => void open(response).end(sayText('blue heron') + ending);
    const { answer, ended } = await call();
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([400, 'application/json']);
    expect(await ended).toContain('content_policy_violation');
    expect(terminal()).toMatchObject({ type: 'blocked', outcome: { delivered: 'none' } });
  });

  test('holds calls of tools until they are complete, each of several', async () => {
    const pieces = ['{"to":"', 'ann","say"', ':"blue', ' heron"}'];
    const start = (index: number): string =>
      say({
        tool_calls: [
          { index, id: `c${index}`, type: 'function', function: { name: 'send', arguments: '' } },
        ],
      });
    const go = (index: number, text: string): string =>
      say({ tool_calls: [{ index, function: { arguments: text } }] });
    upstream.script = (_, response) => {
      open(response).write(sayText(words.repeat(4)));
      response.write(start(0) + go(0, '{"to":"bob"}') + start(1));
      for (const piece of pieces) response.write(go(1, piece));
      response.end(`${say({}, 'tool_calls')}data: [DONE]\n\n`);
    };
    const { ended } = await call();
    expect(await ended).not.toMatch(/"tool_calls"|bob|ann|heron/);
    expect(await ended).toContain('the weat');
    expect(terminal()).toMatchObject({ type: 'blocked' });
  });
});

describe('an upstream that fails in the middle of a stream', () => {
  const begin = (response: ServerResponse): ServerResponse => {
    open(response).write(sayText(words.repeat(5)));
    return response;
  };
  const unfinished = async (
    code: string,
    reason: RegExp,
    by = gateway,
    end = (): void => undefined,
  ): Promise<void> => {
    const { ended, text } = await call(by.url);
    await waitFor(() => text() !== '');
    end();
    expect(await ended).toMatch(new RegExp(`"code":"${code}"\\}\\}\n\n$`));
    expect(await ended).not.toContain('[DONE]');
    expect(terminal(by)).toMatchObject({
      type: 'failed',
      outcome: { delivered: 'partial', endedBy: 'upstream' },
      reason: expect.stringMatching(reason),
    });
    expect(releasedOf(terminal(by))).toBe(await ended);
  };

  test('and resets the connection is told of', async () => {
    let reset = (): void => undefined;
    upstream.script = (_, response) => {
      begin(response);
      reset = () => response.socket?.resetAndDestroy();
    };
    await unfinished('upstream_failed', /broke off/, gateway, () => reset());
  });

  test('and ends without the format’s own end is told of', async () => {
    upstream.script = (_, response) => void begin(response).end();
    await unfinished('upstream_failed', /stopped before its end/);
  });

  test('and falls silent is told of', async () => {
    upstream.script = (_, response) => void begin(response);
    const hasty = await mount({ upstreamIdleTimeoutMs: 2_000 });
    await unfinished('upstream_timeout', /sent nothing more/, hasty);
    await hasty.close();
  });

  test('and says what is no JSON is told of', async () => {
    upstream.script = (_, response) => void begin(response).end(`data: {"broken\n\n${ending}`);
    await unfinished('upstream_failed', /is not JSON/);
  });
});

describe('a client', () => {
  test('that leaves takes the upstream with it, and what it got is on record', async () => {
    let gone = false;
    upstream.script = (_, response) => {
      response.once('close', () => (gone = true));
      open(response).write(sayText(words.repeat(6)));
    };
    const { text, leave } = await call();
    await waitFor(() => text().length > 1_000, 20_000);
    const got = text();
    leave();
    await waitFor(() => gone && gateway.events.length === 2, 20_000);
    expect(terminal()).toMatchObject({
      type: 'aborted',
      outcome: { delivered: 'partial', endedBy: 'client' },
    });
    expect(releasedOf(terminal())).toBe(got);
  });

  test('that does not read is not waited for, and the upstream is not read on', async () => {
    const strict = await mount({ clientStallTimeoutMs: 100, upstreamTotalTimeoutMs: 60_000 });
    let sent = 0;
    let gone = false;
    // Judged once, so that the test waits for sockets and not for judgement.
    const part = `: ${words.repeat(400)}\n\n`;
    upstream.script = (_, response) => {
      open(response);
      response.once('close', () => (gone = true));
      const more = (): void => {
        while (!gone && response.write(part)) sent += part.length;
        sent += part.length;
        if (!gone) response.once('drain', more);
      };
      more();
    };
    const { answer } = await call(strict.url);
    answer.pause();
    await waitFor(() => gone && strict.events.length === 2, 30_000);
    expect(strict.events[1]).toMatchObject({
      type: 'aborted',
      outcome: { delivered: 'partial', endedBy: 'client' },
      reason: expect.stringContaining('reading nothing'),
    });
    // Sockets and their buffers hold some megabytes; without an end to it, there would be no end to this.
    expect(sent).toBeLessThan(50_000_000);
    await strict.close();
  });

  test.each([
    ['in the middle', ''],
    ['at the end', say({}, 'stop')],
  ])('that reads slowly, but reads, gets all of it: %s', async (_, last) => {
    const stallMs = 1_800;
    // More than sockets hold, and more than is judged of one text.
    const hold = { kind: 'live', characters: 0, again: false } as const;
    const strict = await mountProxy([openaiAt(upstream.url)], {
      judge: () => Object.assign(judgeWords.bind(undefined), { hold: () => hold }),
      limits: {
        clientStallTimeoutMs: stallMs,
        upstreamIdleTimeoutMs: stallMs,
        streamHeldBytesMax: 30_000_000,
      },
    });
    const long = `: ${words.repeat(200_000)}\n\n`;
    const all = `${last}${long}${last === '' ? ending : ''}`;
    upstream.script = (_arrived, response) => {
      open(response).write(`${last}${long}`);
      setTimeout(() => response.end(last === '' ? ending : ''), last === '' ? 1.6 * stallMs : 0);
    };
    const { answer, ended, text } = await call(strict.url);
    answer.on('data', () => {
      answer.pause();
      setTimeout(() => answer.resume(), stallMs / 100);
    });
    const beganMs = performance.now();
    await ended;
    expect(text().length).toBe(all.length);
    expect(performance.now() - beganMs).toBeGreaterThan(1.3 * stallMs);
    expect(terminal(strict)).toMatchObject({ type: 'answered', outcome: { delivered: 'full' } });
    await strict.close();
  });

  test('hears from time to time that its stream is being held', async () => {
    const chatty = await mount({ streamKeepAliveMs: 20 });
    let finish = (): void => undefined;
    upstream.script = (_, response) => {
      open(response).write(sayText('a short beginning'));
      finish = () => response.end(sayText(words) + ending);
    };
    const { text, ended } = await call(chatty.url);
    await waitFor(() => (text().match(/: keep-alive\n\n/g) ?? []).length > 1, 20_000);
    expect(text()).not.toContain('short');
    finish();
    expect(await ended).toContain('beginnin');
    await chatty.close();
  });
});

describe('a stream that is more than may be held', () => {
  test('ends with an error', async () => {
    const small = await mount({ streamHeldBytesMax: 4_000 });
    const run = 'x'.repeat(20_000);
    upstream.script = (_, response) =>
      void open(response).end(say({ role: 'assistant' }) + sayText(run) + ending);
    const { ended } = await call(small.url);
    expect(await ended).toContain('more of the stream has to be held than is allowed');
    await small.close();
  });

  test('keeps of a long one only how long it was, and its digest', async () => {
    const short = await mount({ streamKeptCharsMax: 2_000 });
    upstream.script = (_, response) => void open(response).end(sayText(words.repeat(9)) + ending);
    const { ended } = await call(short.url);
    const bytes = Buffer.byteLength(await ended);
    const [, event] = short.events;
    if (event === undefined || !('outcome' in event)) throw new Error('no terminal entry');
    expect(JSON.parse(releasedOf(event))).toEqual({
      withheld: 'longer than what is kept of a stream',
      bytes,
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    await short.close();
  });
});
