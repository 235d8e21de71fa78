/** Words and a refusal of one choice come one behind the other, since some clients put both together as they come. */
import { describe, expect, test } from '@jest/globals';
import { call } from '../../support/call.ts';
import { stream as streamed } from '../../support/answers.ts';
import { judgeBy } from './support.ts';
import { setWays, ways } from './ways.ts';

const stage = setWays(
  judgeBy({
    patterns: { codename: { keywords: ['BLOCKME'] } },
    rules: [{ id: 'codename', when: 'hit("codename")', action: 'block' }],
  }),
);

const body = { model: 'm', messages: [{ role: 'user', content: 'hi' }], stream: true };

describe.each(ways)('a stream that is %s', (way) => {
  const read = async (text: string): Promise<string> => {
    stage.upstream.script = streamed('text/event-stream', text);
    return (await call(`${stage.gateways[way].url}/v1/chat/completions`, { body })).text;
  };

  const said = (deltas: readonly object[]): string =>
    [...deltas, {}]
      .map((delta, at) => {
        const finish_reason = at === deltas.length ? 'stop' : null;
        return `data: ${JSON.stringify({ choices: [{ index: 0, delta, finish_reason }] })}\n\n`;
      })
      .join('') + 'data: [DONE]\n\n';

  test.each<readonly [string, readonly object[]]>([
    ['words', [{ content: 'BL' }, { refusal: 'OC' }, { content: 'KME' }]],
    ['a refusal', [{ refusal: 'BL' }, { content: 'OC' }, { content: '' }, { refusal: 'KME' }]],
    ['both', [{ content: 'a' }, { refusal: 'KME', content: 'BLOC' }]],
  ])('and goes back to %s, which the AI SDK joins, ends', async (_, deltas) => {
    const text = await read(said(deltas));
    expect(text).toContain('goes on with words that it had left for others');
    expect(text).not.toContain('KME');
  });

  test('and refuses behind its words goes on', async () => {
    const stream = said([
      { role: 'assistant', content: '', refusal: null },
      { content: 'one ' },
      { content: 'two' },
      { refusal: 'no', content: null },
      { refusal: ', no' },
    ]);
    expect(await read(stream)).toBe(stream);
  });
});
