/** The words of a kept body, for full-text search: the strings of its JSON, or the body itself where it is none. */

const depthMax = 64;

/** All of it: a body is bounded where it is received, and what is kept is found to its end. */
export function toPlainText(body: Buffer): string {
  const text = body.toString('utf8');
  const pieces: string[] = [];
  for (const json of jsonsIn(text)) collect(json, pieces, 0);
  return pieces.join('\n');
}

/** A JSON body is one value, an event stream one per `data:` line, newline-delimited JSON one per line. */
function jsonsIn(text: string): unknown[] {
  const whole = parse(text);
  if (whole !== undefined) return [whole];
  return text.split('\n').map((line) => {
    const bare = line.startsWith('data:') ? line.slice('data:'.length) : line;
    return parse(bare) ?? bare.trim();
  });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function collect(value: unknown, pieces: string[], depth: number): void {
  if (typeof value === 'string') {
    if (value !== '') pieces.push(value);
    return;
  }
  if (typeof value !== 'object' || value === null || depth >= depthMax) return;
  for (const inner of Object.values(value)) collect(inner, pieces, depth + 1);
}
