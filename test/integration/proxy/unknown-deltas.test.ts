/** Pieces of what nobody here knows are held as pieces are: a stream that is stopped shows none of a match, nor does one that goes on without it. */
import { describe, expect, test } from '@jest/globals';
import { call } from '../../support/call.ts';
import { judgeBy } from './support.ts';
import { setWays, ways } from './ways.ts';

const stage = setWays(
  judgeBy({
    patterns: { stop: { keywords: ['BLOCKME'] }, hide: { keywords: ['HIDEME'] } },
    rules: [
      { id: 'stop', when: 'hit("stop")', action: 'block' },
      { id: 'hide', when: 'hit("hide")', action: 'redact', redact: { operator: 'remove' } },
    ],
  }),
);

type Said = { readonly type: string; readonly [name: string]: unknown };
const event = (said: Said): string => `event: ${said.type}\ndata: ${JSON.stringify(said)}\n\n`;

const kinds = [
  'apply_patch_call_operation_diff',
  'future_call_body',
  'future_call.input',
  'reasoning',
  'reasoning_summary',
  'future_text',
];

async function tell(
  way: (typeof ways)[number],
  kind: string,
  delta: (piece: string) => unknown,
  pieces: readonly string[],
) {
  const place = { item_id: 'i', output_index: 0 };
  const text = [
    ...pieces.map((piece) =>
      event({ type: `response.${kind}.delta`, ...place, delta: delta(piece) }),
    ),
    event({ type: 'response.completed', response: { id: 'r', status: 'completed', output: [] } }),
  ].join('');
  stage.upstream.script = (_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).end(text);
  };
  const body = { model: 'm', input: 'hi', stream: true };
  const answered = await call(`${stage.gateways[way].url}/v1/responses`, { body });
  return { sent: text, got: answered.text };
}

const forms: readonly (readonly [string, (piece: string) => unknown])[] = [
  ['strings', (piece) => piece],
  ['objects', (text) => ({ text })],
];

describe.each(ways)('in a stream that is %s', (way) => {
  describe.each(forms)('%s', (_, delta) => {
    test.each(kinds)('of %s', async (kind) => {
      const stopped = (await tell(way, kind, delta, ['one ', 'BLO', 'CK', 'ME', ' two'])).got;
      expect(stopped).toContain('Blocked by policy');
      for (const piece of ['"BLO"', '"CK"', '"ME"']) expect(stopped).not.toContain(piece);
      const cut = (await tell(way, kind, delta, ['one ', 'HI', 'DE', 'ME', ' two'])).got;
      for (const piece of ['"HI"', '"DE"', '"ME"']) expect(cut).not.toContain(piece);
      for (const piece of ['"one "', '" two"', 'response.completed']) expect(cut).toContain(piece);
      const { sent, got } = await tell(way, kind, delta, ['one ', 'three', ' two']);
      expect(got).toBe(sent);
    });
  });
});
