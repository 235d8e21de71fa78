/** An http or https URL as it is written, since the parser itself leaves out blanks and turns backslashes round. */

export function parseWebAddress(value: string): URL | undefined {
  if (!/^https?:\/\/[^\s\p{Cc}\\]+$/iu.test(value)) return undefined;
  return URL.parse(value) ?? undefined;
}
