/** Words of a deed that are a call or an option of a program: what it does is done to its own things. */

/** `stderr.write("Worm`: a call; `--break-system-packages`: an option. */
const call = /^[a-z]+\(["'`]/i;
const option = /--(?:[a-z]+-)*$/;

export function isWrittenForProgram(text: string, start: number, end: number): boolean {
  const phrase = text.slice(start, end);
  return (
    (call.test(phrase) && text.charAt(start - 1) === '.') ||
    (/^[a-z-]+$/.test(phrase) && option.test(text.slice(Math.max(0, start - 24), start)))
  );
}
