/** A template that a server fills in before the model reads it: judged as it stands, as it reads without its actions, and filled in. */
import { unmapped, type Shape } from './shape.ts';
import type { Sink } from './sink.ts';

/** What only says which of what the call says stands where, or whether something stands there at all. */
const value = String.raw`[.$][\w.$]*`;
const plain = new RegExp(
  String.raw`^(?:end|else|break|continue|(?:json )?${value}|(?:else )?if (?:[^:\`]|:(?!=))*|(?:else )?(?:with|range) [^"'\`]*)?$`,
);

export const template: Shape = (given, sink) => {
  if (typeof given !== 'string') {
    unmapped(given, sink);
    return;
  }
  sink.text('system', given);
  const { said, works } = fill(given, {});
  if (said !== given) sink.text('system', said, { fixed: true });
  if (works) sink.skip('other', given.length, 'a template that works out what it says');
};

/** By the name that a template has for it: what the call says. */
export type Filling = Readonly<Record<string, unknown>>;

/** What the model reads where each text of the call stands in its place: what a template puts together was split before. */
export function fillTemplate(given: unknown, filling: Filling, sink: Sink): void {
  if (typeof given !== 'string') return;
  const { said, filled, bursts } = fill(given, filling);
  sink.enter('template');
  if (bursts) sink.skip('other', given.length, 'a template that says the call very often');
  sink.apart = true;
  if (filled) sink.text('user', said, { fixed: true });
  sink.apart = false;
  sink.leave();
}

/** Of a longer text its ends: its inside was judged where it came. */
const endCharacters = 2000;
/** What a template says the call again with: a short one could make very much of a long call. */
const filledMax = 1_000_000;

const lastName = /^(?:json )?[\w$.]*\.(\w+)$/;

type Filled = {
  /** What is left where its actions say nothing but what `filling` has. */
  readonly said: string;
  /** They may say something of their own. */
  readonly works: boolean;
  readonly filled: boolean;
  /** More was to be filled in than is. */
  readonly bursts: boolean;
};

function fill(source: string, filling: Filling): Filled {
  const [first = '', ...rest] = source.split('{{');
  const texts = [first];
  let works = false;
  let count = 0;
  let dot: unknown;
  const find = (name: string): unknown =>
    name === '.' ? dot : filling[lastName.exec(name)?.[1] ?? ''];
  for (const piece of rest) {
    const end = piece.indexOf('}}');
    const action = end === -1 ? piece : piece.slice(0, end);
    const text = end === -1 ? '' : piece.slice(end + 2);
    // A minus takes the space with it that stands on its side.
    if (/^-\s/.test(action)) texts.push(texts.pop()?.trimEnd() ?? '');
    const does = action.replace(/^-(?=\s)|(?<=\s)-$/g, '').trim();
    const value = find(does);
    if (typeof value === 'string' && count <= filledMax) {
      texts.push(endsOf(value));
      count += Math.min(value.length, 2 * endCharacters) + 1;
    }
    dot = find(/^(?:else )?(?:with|range) (.+)$/.exec(does)?.[1] ?? '') ?? dot;
    texts.push(/\s-$/.test(action) ? text.trimStart() : text);
    works ||= !plain.test(does);
  }
  return { said: texts.join(''), works, filled: count > 0, bursts: count > filledMax };
}

function endsOf(value: string): string {
  if (value.length <= 2 * endCharacters) return value;
  return `${value.slice(0, endCharacters)}\n${value.slice(-endCharacters)}`;
}
