/** What coding agents put beside what a person typed or a file holds, word for word: it says how they work, and calms nothing but itself. */

const turns =
  /\b(?:never (?:answer|guess|reply)(?: it| that| them)? from memory|make sure that you never mention this reminder to the user|whenever you read a file,? you should consider whether it would be considered malware|you can and should provide analysis of malware,? what it is doing|but you must refuse to improve or augment the code)\b/gi;

/** The very text where it holds none, however long it is. */
export function withoutAgentsTurns(text: string): string {
  return text.replace(turns, 'thing');
}
