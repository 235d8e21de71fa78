/** Scripts that put no space between their words: each of their characters counts as a word, so that what is looked for is found in a sentence. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/gu;
/** Of other texts nothing has to be made anew. */
const mayBeUnspaced =
  /[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u2e80-\u9fff\uaa60-\uaa7f\ua9e0-\ua9ff\uf900-\ufaff\uff66-\uff9f\u{1b000}-\u{3ffff}]/u;

/**
 * The same for a text that is taken in and for a phrase that is looked for: such a phrase is a run of those words, and
 * what can be written in several ways (a syllable, or the letters of one) is one word.
 */
export function toLoneWords(text: string): string {
  const composed = text.normalize('NFC');
  return mayBeUnspaced.test(composed) ? composed.replace(unspaced, ' $& ') : composed;
}
