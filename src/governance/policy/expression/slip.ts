/** What was probably meant where a condition cannot be read: signs of other languages, and what was never closed. */

type Slip = { readonly offset: number; readonly message: string };

/** As other languages write it, beside what CEL calls it; the longer of two beginnings stands first. */
const signs: readonly (readonly [RegExp, string])[] = [
  [/^and\b/i, '&&'],
  [/^or\b/i, '||'],
  [/^not\b/i, '!'],
  [/^is\s+not\b/i, '!='],
  [/^is\b/i, '=='],
  [/^(?:===|=(?![=<>]))/, '=='],
  [/^(?:!==|<>)/, '!='],
  [/^=>/, '>='],
  [/^=</, '<='],
  [/^&{3,}|^&(?!&)/, '&&'],
  [/^\|{3,}|^\|(?!\|)/, '||'],
];

const typographic = /[\u2018-\u201f\u00ab\u00bb]/;

/** Undefined where nothing but the parser's own word can be told. */
export function findSlip(text: string, offset: number): Slip | undefined {
  const open = findOpen(text);
  if (open !== undefined) return open;
  const here = text.slice(offset);
  for (const [sign, meant] of signs) {
    const written = sign.exec(here)?.[0];
    if (written !== undefined) return slip(offset, written, meant);
  }
  const negation = /\bnot\s+$/i.exec(text.slice(0, offset));
  if (negation !== null) return slip(negation.index, negation[0].trim(), '!');
  const method = /^(contains|startsWith|endsWith)\b/i.exec(here)?.[0];
  if (method === undefined) return undefined;
  const message = `\`${method}\` is a function; write it as in \`model.${method}("x")\``;
  return { offset, message };
}

function slip(offset: number, written: string, meant: string): Slip {
  return { offset, message: `\`${written}\` is no operator here; did you mean \`${meant}\`?` };
}

const closing: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };

/** A quote or a bracket without its other half, or a quote that a word processor made. */
function findOpen(text: string): Slip | undefined {
  const open: { readonly sign: string; readonly offset: number }[] = [];
  const strings = /"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|[^]/gu;
  for (const { 0: token, index: offset } of text.matchAll(strings)) {
    if (token.length > 1) continue;
    if (typographic.test(token))
      return { offset, message: `\`${token}\` is no quote here; write \`"\`` };
    if (token === '"' || token === "'")
      return { offset, message: `the quote \`${token}\` is never closed` };
    if (Object.hasOwn(closing, token)) open.push({ sign: token, offset });
    else if (Object.values(closing).includes(token)) {
      const last = open.pop();
      if (last !== undefined && closing[last.sign] === token) continue;
      return { offset, message: `\`${token}\` closes nothing` };
    }
  }
  const last = open.at(-1);
  if (last === undefined) return undefined;
  return { offset: last.offset, message: `the bracket \`${last.sign}\` is never closed` };
}
