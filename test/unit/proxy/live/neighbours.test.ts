/** Texts that come whole, one after the other: what is split over them is seen live as it is in a plain answer. */
import { describe, expect, test } from '@jest/globals';
import { geminiStream } from '../../../../src/proxy/dialects/gemini-generate.ts';
import { bundleOf, policyOf } from '../../../support/policy.ts';
import { cutEvery, tellHeld, tellLive } from './scene.ts';

const word = { patterns: { word: { keywords: ['BLOCKME'] } } };
const ruling = (action: 'block' | 'redact' | 'flag') =>
  bundleOf([policyOf({ ...word, rules: [{ id: 'word', when: 'hit("word")', action }] })]);

type Part = Readonly<Record<string, unknown>>;
const code = (said: string): Part => ({ executableCode: { language: 'PYTHON', code: said } });
const output = (said: string): Part => ({
  codeExecutionResult: { outcome: 'OUTCOME_OK', output: said },
});
const text = (said: string): Part => ({ text: said });

/** Each part in a chunk of its own. */
const say = (parts: readonly Part[]): Buffer =>
  Buffer.from(
    parts
      .map((part, at) => ({
        content: { role: 'model', parts: [part] },
        index: 0,
        ...(at === parts.length - 1 ? { finishReason: 'STOP' } : {}),
      }))
      .map((candidate) => `data: ${JSON.stringify({ candidates: [candidate] })}\r\n\r\n`)
      .join(''),
  );

const tell = async (action: Parameters<typeof ruling>[0], parts: readonly Part[]) => {
  const bundle = ruling(action);
  const bytes = say(parts);
  const live = await tellLive(geminiStream, bundle, cutEvery(bytes, 50));
  return { live, held: tellHeld(geminiStream, bundle, bytes) };
};

describe('a word that is split over', () => {
  test.each<readonly [over: string, parts: readonly Part[]]>([
    ['two programs', [code('say("BLO'), code('CKME")')]],
    ['three programs', [code('say("BLO'), code('CK'), code('ME")')]],
    ['two results', [text('Look: '), output('BLOCK'), output('ME')]],
    ['a part of no known kind and words', [{ weather: 'it BLO' }, text('CKME')]],
    ['thoughts and more of them', [{ ...code('BLOCK'), thought: true }, code('ME')]],
  ])('%s is blocked', async (_, parts) => {
    const { live, held } = await tell('block', parts);
    expect([live.action, held.action]).toEqual(['block', 'block']);
    expect(live.released).not.toContain(JSON.stringify(parts.at(-1)).slice(1, -1));
  });

  test('two programs can no longer be taken out, and is blocked', async () => {
    const { live } = await tell('redact', [code('BLOCK'), code('ME, please')]);
    expect(live.action).toBe('block');
    expect(live.released).not.toContain('please');
  });

  test('two programs is told where a rule only notes it', async () => {
    const { live, held } = await tell('flag', [code('BLOCK'), code('ME, please')]);
    expect([live.action, live.rules]).toEqual([held.action, held.rules]);
    expect(live.released).toContain('please');
  });
});

describe('what stands between them parts them:', () => {
  test.each<readonly [what: string, parts: readonly Part[]]>([
    ['a result', [code('BLOCK'), output('1'), code('ME')]],
    ['a text', [code('BLOCK'), text('and then '), code('ME')]],
  ])('%s', async (_, parts) => {
    const { live, held } = await tell('block', parts);
    expect([live.action, held.action]).toEqual(['allow', 'allow']);
    expect(live.released).toBe(say(parts).toString());
  });
});
