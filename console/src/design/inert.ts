/** Text that somebody else wrote, made safe to look at: what would reorder or hide text is shown as its code. */

// Formats that nobody sees and controls, but not joiners, which scripts and emoji need, nor the ends of lines.
const tricky = /(?![\u200c\u200d])\p{Cf}|[\u2028\u2029]|[^\P{Cc}\t\n\r]/gu;

export function toInert(text: string): string {
  return text.replace(
    tricky,
    (one) => `⟨U+${(one.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}⟩`,
  );
}

/** Cut for a table cell; the whole text stands in the entry. */
export function toShort(text: string, characters: number): string {
  const inert = toInert(text.length > characters * 2 ? text.slice(0, characters * 2) : text);
  return inert.length > characters ? `${inert.slice(0, characters)}…` : inert;
}
