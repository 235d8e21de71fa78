/** However an upstream cuts up what it says, what is kept of its stream stays within bounds. */
import { expect, test } from '@jest/globals';
import type { Ruling } from '../../../../src/governance/decision.ts';
import type { Dialect } from '../../../../src/proxy/dialects/dialect.ts';
import { openaiChat } from '../../../../src/proxy/dialects/openai-chat.ts';
import { readHeldStream } from '../../../../src/proxy/held-stream.ts';
import { LiveRecord } from '../../../../src/proxy/live/live-record.ts';
import { LiveStream } from '../../../../src/proxy/live/live-stream.ts';
import { toRoundedParts } from '../../../../src/proxy/rounded.ts';
import { asked, framingOf, limits } from './scene.ts';

const allowing: Ruling = {
  action: 'allow',
  policyVersion: 'sha256:test',
  decisive: undefined,
  onBlock: 'error',
  fired: [],
  findings: [],
  failures: [],
  edits: [],
};

async function whyLive(dialect: Dialect, frames: readonly string[]): Promise<string | undefined> {
  const judging = { reach: 80, again: false, judge: () => allowing };
  const framing = framingOf(dialect);
  const stream = new LiveStream({ dialect, framing, asked, limits, ...judging });
  for (const frame of frames) await stream.push(Buffer.from(frame));
  if (!stream.isOver()) await stream.end();
  return stream.failed?.message;
}

const data = (value: unknown): string => `data: ${JSON.stringify(value)}\n\n`;
const over = data({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] });

test('a live stream ends where too many frames that say nothing come behind its end', async () => {
  expect(await whyLive(openaiChat, [over, '\n'.repeat(600_000)])).toContain('has to be held');
});

test('a stream that is held to its end is refused where it has too many frames', () => {
  const { stream } = openaiChat;
  if (stream === undefined) throw new Error('no stream');
  const bytes = Buffer.from(over + '\n'.repeat(600_000));
  expect(() => readHeldStream(bytes, framingOf(openaiChat), stream, asked, limits)).toThrow(
    'more frames than can be held',
  );
});

test('a live stream ends where it goes on with too many texts', async () => {
  const say = (first: number): string => {
    const names = Array.from({ length: 6_000 }, (_, at) => [`x${first + at}`, 'a']);
    return data({ choices: [], ...Object.fromEntries(names) });
  };
  expect(await whyLive(openaiChat, [say(0), over])).toBeUndefined();
  expect(await whyLive(openaiChat, [say(0), say(6_000)])).toContain('more texts than');
});

test('a live stream ends where it counts further than its calls could be remembered', async () => {
  const say = (index: number): string => {
    const tool_calls = [{ index, id: '', function: { name: '', arguments: '' } }];
    return data({ choices: [{ index: 0, delta: { tool_calls }, finish_reason: null }] });
  };
  expect(await whyLive(openaiChat, [say(0), say(99_999), over])).toBeUndefined();
  expect(await whyLive(openaiChat, [say(0), say(100_000), over])).toContain('in no order');
});

test('the record of a live stream refuses more places than can be followed', () => {
  const fill = (add: (at: readonly number[]) => unknown) => (): void => {
    for (let at = 0; at <= 100_000; at += 1) add([at]);
  };
  const record = new LiveRecord();
  const [part] = toRoundedParts({ at: [], text: '1' }, 'assistant');
  if (part === undefined) throw new Error('no part');
  expect(fill((at) => record.numberOf({ ...part, at }))).toThrow('more places');
  const unjudged = { kind: 'image', bytes: 1, why: 'a picture' } as const;
  expect(fill((at) => record.addUnjudged({ ...unjudged, at }))).toThrow('more places');
  expect(record.parts.length + record.unjudged.length).toBe(200_000);
});
