/** Loaded into a gateway before its program, and into each of its threads: the clock of the day goes as a file says. */
import { readFileSync } from 'node:fs';

/** `3600000`: so many milliseconds off; `=1790000000000`: stands still there. */
const file = process.env['TEST_CLOCK'] ?? '';
const readEveryMs = 10;
const read = Date.now;

let readAt = -Infinity;
let text = '0';

function now(): number {
  if (performance.now() - readAt > readEveryMs) {
    readAt = performance.now();
    text = readFileSync(file, 'utf8');
  }
  return text.startsWith('=') ? Number(text.slice(1)) : read() + Number(text);
}

globalThis.Date = new Proxy(Date, {
  construct: (real, given: readonly unknown[], made) =>
    Reflect.construct(real, given.length > 0 ? given : [now()], made) as object,
  get: (real, name) => (name === 'now' ? now : (Reflect.get(real, name) as unknown)),
});
