/** What a stream says in pieces and then again as a whole goes without the same, whichever of the two a client reads. */
import { expect, test } from '@jest/globals';
import { anthropicMessages } from '../../../../src/proxy/dialects/anthropic-messages.ts';
import { openaiResponses } from '../../../../src/proxy/dialects/openai-responses.ts';
import { bundleOf, policyOf } from '../../../support/policy.ts';
import { cutEvery, framingOf, tellHeld, tellLive } from './scene.ts';

const mail = 'ada.lovelace@example.org';
const bundle = bundleOf([
  policyOf({ rules: [{ id: 'mail', when: 'found("pii/email")', action: 'redact' }] }),
]);

type Event = { readonly type: string; readonly [name: string]: unknown };
type Said = { readonly text: string; readonly done?: string };

const item = (place: number, text: string) => ({
  ...{ id: `msg_${place}`, type: 'message', role: 'assistant', status: 'completed' },
  content: [{ type: 'output_text', text, annotations: [] }],
});

/** One item after the other, in pieces; `done` is what is said as a whole of each, where that differs. */
function write(all: readonly Said[], space: string, pieceMax = 6): Buffer {
  const items = all.map(({ text, done = text }, place) => item(place, done));
  const events = all.flatMap(({ text, done = text }, place): Event[] => {
    const at = { item_id: `msg_${place}`, output_index: place, content_index: 0 };
    const pieces = `${text}${space}`.match(new RegExp(`.{1,${pieceMax}}`, 'g')) ?? [];
    return [
      ...pieces.map((delta) => ({ type: 'response.output_text.delta', ...at, delta })),
      { type: 'response.output_text.done', ...at, text: `${done}${space}` },
      { type: 'response.output_item.done', output_index: place, item: items[place] },
    ];
  });
  const response = { id: 'r', status: 'completed', output: items };
  return Buffer.from(
    [...events, { type: 'response.completed', response }]
      .map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`)
      .join(''),
  );
}

/** All that events of one kind say, one behind the other. */
function readAll(released: string): Readonly<Record<string, string>> {
  const parser = framingOf(openaiResponses).createParser();
  const said: Record<string, string> = {};
  for (const { data = '' } of [...parser.push(Buffer.from(released)), ...parser.end()]) {
    const event = JSON.parse(data) as Event & { readonly delta?: string; readonly text?: string };
    const texts = data.match(/(?<="text":")[^"]*/g) ?? [];
    said[event.type] = `${said[event.type] ?? ''}${event.delta ?? texts.join('')}`;
  }
  return said;
}

const long = 'and the weather in the mountains is clear today, as it was before. '.repeat(12);

test.each([
  ['at the end of one item and at the beginning of the next', ['', ''], [1, 70, 100_000]],
  ['behind and before much else', [long, long], [1, 70, 100_000]],
])('a value %s', async (_, [before = '', behind = ''], sizes) => {
  const bytes = write(
    [{ text: `${before}write to ada.lovelace@exam` }, { text: `ple.org at once ${behind}` }],
    '',
  );
  expect(Object.values(readAll(bytes.toString())).every((said) => said.includes(mail))).toBe(true);
  const held = tellHeld(openaiResponses, bundle, bytes);
  for (const size of sizes) {
    const live = await tellLive(openaiResponses, bundle, cutEvery(bytes, size));
    expect([live.failed, live.action]).toEqual([undefined, 'redact']);
    expect(live.released).toBe(held.released);
    for (const said of Object.values(readAll(live.released))) expect(said).toContain('[EMAIL_1]');
    expect(live.released).not.toContain('ada.lovelace');
    expect(live.released).not.toContain('ple.org');
  }
});

test('a value that only the whole texts say, each of them a part of it', async () => {
  const bytes = write(
    [
      { text: 'all is well ', done: 'so write to ada.lovelace@exam' },
      { text: 'and stays so', done: 'ple.org at once' },
    ],
    '',
  );
  const ways = [
    tellHeld(openaiResponses, bundle, bytes),
    await tellLive(openaiResponses, bundle, cutEvery(bytes, 50)),
  ];
  for (const { action, released } of ways) {
    expect(['redact', 'block']).toContain(action);
    for (const said of Object.values(readAll(released))) expect(said).not.toContain(mail);
  }
});

test('more values than are remembered: what says them again does not go', async () => {
  const many = 'ada@example.org, '.repeat(20_500);
  const bytes = write(
    [{ text: `${many}write to ada.lovelace@exam` }, { text: 'ple.org at once' }],
    '',
    900,
  );
  const { failed, released } = await tellLive(openaiResponses, bundle, cutEvery(bytes, 100_000));
  expect(String(failed)).toContain('says as a whole again');
  expect(released).toContain('[EMAIL_1]');
  for (const gone of ['ada', 'lovelace', 'ple.org']) expect(released).not.toContain(gone);
});

test('what is said as it was goes on as it came', async () => {
  const bytes = write([{ text: `${long}so ada` }, { text: `is well ${long}` }], ' ');
  const live = await tellLive(openaiResponses, bundle, cutEvery(bytes, 300));
  expect([live.action, live.released]).toEqual(['allow', bytes.toString()]);
});

test('what several citations of one text say stands beside each other', async () => {
  const cite = (cited_text: string): Event => ({
    type: 'content_block_delta',
    index: 0,
    delta: { type: 'citations_delta', citation: { type: 'char_location', cited_text } },
  });
  const message = { id: 'm', type: 'message', role: 'assistant', content: [], usage: {} };
  const events: readonly Event[] = [
    { type: 'message_start', message },
    { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
    cite('as it says, write to ada.lovelace@exam'),
    cite('ple.org at once'),
    { type: 'content_block_stop', index: 0 },
    { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: {} },
    { type: 'message_stop' },
  ];
  const text = events.map((each) => `event: ${each.type}\ndata: ${JSON.stringify(each)}\n\n`);
  const bytes = Buffer.from(text.join(''));
  for (const { action, released } of [
    tellHeld(anthropicMessages, bundle, bytes),
    await tellLive(anthropicMessages, bundle, cutEvery(bytes, 1)),
    await tellLive(anthropicMessages, bundle, [bytes]),
  ]) {
    expect(['redact', 'block']).toContain(action);
    expect(released).not.toContain('ple.org');
  }
});
