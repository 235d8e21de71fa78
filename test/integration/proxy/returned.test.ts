/** What the record says an upstream returned is all that was read of it, however its stream ended. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import type { TerminalEvent } from '../../../src/governance/event.ts';
import { call } from '../../support/call.ts';
import { dialectCalls, type DialectCall } from '../../support/dialect-answers.ts';
import { startUpstream, type Upstream } from '../../support/upstream.ts';
import { familiesAt, judgeBy, mountProxy, waitFor, type Mounted } from './support.ts';

const judge = judgeBy({
  patterns: { codename: { keywords: ['blue heron'] } },
  rules: [{ id: 'codename', when: 'hit("codename")', action: 'block' }],
});

let upstream: Upstream;
let gateway: Mounted;
beforeAll(async () => {
  upstream = await startUpstream();
  gateway = await mountProxy(familiesAt(upstream.url), { judge });
});
afterEach(() => {
  expect(gateway.bugs).toEqual([]);
  gateway.events.length = 0;
});
afterAll(async () => {
  await gateway.close();
  await upstream.close();
});

const isTerminal = (event: object): event is TerminalEvent => 'outcome' in event;

type Stream = NonNullable<DialectCall['stream']>;

/** Sends so much of a stream, and then breaks the connection off or ends as if that were all. */
async function tell(
  { path, streamPath, body, streamBody, name }: DialectCall,
  { type }: Stream,
  came: string,
  how: 'breaks off' | 'ends',
): Promise<TerminalEvent> {
  upstream.script = (_, response) => {
    response.writeHead(200, { 'content-type': type }).write(came, () => {
      if (how === 'ends') response.end();
      else setTimeout(() => response.destroy(), 20);
    });
  };
  const asks = { ...body, ...streamBody, ...(name.startsWith('ollama') && { stream: true }) };
  await call(`${gateway.url}${streamPath ?? path}`, { body: asks });
  await waitFor(() => gateway.events.some(isTerminal));
  const [end, ...more] = gateway.events.filter(isTerminal);
  expect(more).toEqual([]);
  if (end === undefined) throw new Error('no terminal entry');
  return end;
}

const returnedIn = ({ contents }: TerminalEvent): string =>
  Buffer.from(contents.returned?.raw ?? '').toString();

test.each(dialectCalls.map((each) => [each.name, each] as const))(
  'a plain answer to %s that begins with a byte order mark goes on as it came',
  async (_, { path, body, answer, name }) => {
    const came = `\ufeff${JSON.stringify(answer)}`;
    upstream.script = (_arrived, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).end(came);
    };
    const asks = { ...body, ...(name.startsWith('ollama') && { stream: false }) };
    const response = await fetch(`${gateway.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(asks),
    });
    expect(Buffer.from(await response.arrayBuffer()).toString()).toBe(came);
    const [end] = gateway.events.filter(isTerminal);
    expect(end?.type).toBe('answered');
    expect(end?.contents.returned).toBeUndefined();
  },
);

const streams = dialectCalls.flatMap((each) =>
  each.stream === undefined ? [] : [[each.name, each, each.stream] as const],
);

describe.each(streams)('%s', (name, asked, stream) => {
  const ending = stream.type === 'text/event-stream' ? '\n\n' : '\n';
  const frames = stream.text.split(ending).filter((frame) => frame !== '');

  test.each(['breaks off', 'ends'] as const)('that %s in the middle of a frame', async (how) => {
    for (const [at, frame] of frames.entries()) {
      const before = frames.slice(0, at).map((each) => each + ending);
      const came = before.join('') + frame.slice(0, frame.length / 2);
      const end = await tell(asked, stream, came, how);
      gateway.events.length = 0;
      // Behind the format's end nothing is missing: what was begun there goes with the rest.
      if (end.type === 'answered') continue;
      expect([name, at, returnedIn(end)]).toEqual([name, at, came]);
    }
  });

  test('that is blocked while more of it lies there', async () => {
    const said = `a blue heron ${'and no other bird '.repeat(50)}`;
    const came = stream.text.replaceAll('All is well.', said);
    const end = await tell(asked, stream, came, 'ends');
    expect(end.type).toBe('blocked');
    expect(returnedIn(end)).toBe(came);
  });

  test('that begins with a byte order mark', async () => {
    const came = `\ufeff${stream.text}`;
    const end = await tell(asked, stream, came, 'ends');
    expect(end.type).toBe('answered');
    expect(returnedIn(end)).toBe('');
    expect(Buffer.from(end.contents.released?.raw ?? '').toString()).toBe(came);
  });

  test('of which a frame cannot be read', async () => {
    const [first = ''] = frames;
    const broken = stream.type === 'text/event-stream' ? 'data: {"no json' : '{"no json';
    const came = [first, broken, ...frames.slice(1)].map((frame) => frame + ending).join('');
    const end = await tell(asked, stream, came, 'ends');
    expect(end.type).toBe('failed');
    expect(returnedIn(end)).toBe(came);
  });
});
