/** Text that somebody else wrote, made safe to look at: what would reorder, hide or cover text is shown as its code. */

/** Invisible, and yet needed where it stands: by a script or an emoji, behind what it changes, and one at a time. */
const needed = [
  String.raw`(?<=[^\s\p{DI}]|\ufe0f)[\u200c\u200d]`,
  String.raw`(?<=\p{Emoji})[\ufe0e\ufe0f]`,
  String.raw`(?<=[\p{Ideographic}\p{S}\p{P}\p{Script=Myanmar}])[\ufe00-\ufe02]`,
  String.raw`(?<=\p{Ideographic})[\u{e0100}-\u{e01ef}]`,
  String.raw`(?<=\p{Script=Mongolian})[\u180b-\u180d\u180f]`,
].join('|');
const invisible = String.raw`[[\p{DI}\p{Cf}\p{Cs}\p{Cc}\u2028\u2029]--[\t\n\r]]`;
/** No script puts so many marks on one letter; more of them are drawn over the lines around. */
const marksMax = 8;
const tricky = new RegExp(`(?!${needed})${invisible}|(?<=\\p{M}{${marksMax}})\\p{M}+`, 'gv');

function toCode(found: string): string {
  const characters = Array.from(found).length;
  if (characters > 1) return `⟨${characters} more marks⟩`;
  return `⟨U+${(found.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}⟩`;
}

export function toInert(text: string): string {
  return text.replace(tricky, toCode);
}

/** Cut for a table cell; the whole text stands in the entry. */
export function toShort(text: string, characters: number): string {
  const inert = toInert(text.length > characters * 2 ? text.slice(0, characters * 2) : text);
  return inert.length > characters ? `${inert.slice(0, characters)}…` : inert;
}
