/** A template that a server fills in before the model reads it: judged as it stands, and as it reads without its actions. */
import { unmapped, type Shape } from './shape.ts';

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
  const { said, works } = fill(given);
  if (said !== given) sink.text('system', said, { fixed: true });
  if (works) sink.skip('other', given.length, 'a template that works out what it says');
};

/** `said`: what is left where its actions say nothing; `works`: they may say something of their own. */
function fill(source: string): { readonly said: string; readonly works: boolean } {
  const [first = '', ...rest] = source.split('{{');
  const texts = [first];
  let works = false;
  for (const piece of rest) {
    const end = piece.indexOf('}}');
    const action = end === -1 ? piece : piece.slice(0, end);
    const text = end === -1 ? '' : piece.slice(end + 2);
    // A minus takes the space with it that stands on its side.
    if (/^-\s/.test(action)) texts.push(texts.pop()?.trimEnd() ?? '');
    texts.push(/\s-$/.test(action) ? text.trimStart() : text);
    works ||= !plain.test(action.replace(/^-(?=\s)|(?<=\s)-$/g, '').trim());
  }
  return { said: texts.join(''), works };
}
