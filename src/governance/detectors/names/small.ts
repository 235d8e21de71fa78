/** Names in small letters, as people write in a hurry: only where the sentence says that one follows, and only such as lists know. */
import { isOrdinary } from './beside.ts';
import { family, given, kindOf, wordToo } from './known.ts';

const word = /\p{Ll}[\p{Ll}\p{M}]*(?:['’-]\p{Ll}[\p{Ll}\p{M}]+)*/uy;
const particles =
  /(?: (?:van|von|de|der|den|da|di|del|della|dos|la|al|el|bin|ibn|ben|bint)){1,3}(?= )/y;
/** What a word ends before; `jane@` and `anna.conf` are none. */
const closed = /(?:[\s,;:!?)"'<]|\.(?:\s|$)|$)/y;
const wordsMax = 3;
const nameMax = 100;
const both = 0.6;
const alone = 0.5;

type Small = { readonly end: number; readonly confidence: number };

/** The name that begins here: a given name that lists know, and what follows it as far as they do, or to the end of a clause. */
export function smallNameAt(text: string, start: number): Small | undefined {
  const first = wordAt(text, start);
  if (first === undefined || (first.kind & given) === 0) return undefined;
  const words = [first];
  while (words.length < wordsMax) {
    const last = words.at(-1) ?? first;
    particles.lastIndex = last.end;
    const from = particles.test(text) ? particles.lastIndex : last.end;
    const next = text.charAt(from) === ' ' ? wordAt(text, from + 1) : undefined;
    if (next === undefined || next.end - start > nameMax || !isPart(text, next)) break;
    words.push(next);
  }
  // A given name that is a word as well has to stand beside a name that is none.
  if (!words.some(({ kind }) => kind !== 0 && (kind & wordToo) === 0)) return undefined;
  return { end: (words.at(-1) ?? first).end, confidence: words.length > 1 ? both : alone };
}

type Word = { readonly written: string; readonly end: number; readonly kind: number };

function wordAt(text: string, at: number): Word | undefined {
  word.lastIndex = at;
  const written = word.exec(text)?.[0];
  if (written === undefined || written.length < 2) return undefined;
  const end = at + written.length;
  closed.lastIndex = end;
  if (!closed.test(text)) return undefined;
  return {
    written,
    end,
    kind: kindOf(written.replace(/(?<![\p{L}\p{M}])\p{Ll}/gu, (letter) => letter.toUpperCase())),
  };
}

/** A known name, or a word that is no everyday one and that nothing but a sign follows. */
function isPart(text: string, { written, end, kind }: Word): boolean {
  if ((kind & (given | family)) !== 0 && (kind & wordToo) === 0) return true;
  return (
    written.length > 2 &&
    !isOrdinary(written) &&
    /^(?:[,;:!?)"'<\n.]|$)/.test(text.slice(end, end + 1))
  );
}
