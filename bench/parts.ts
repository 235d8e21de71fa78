/** Charges what the sampler saw to the parts of the house it was seen in. */
import { type Frame, isResting } from './pictures/profile.ts';

/** The first that fits the frame nearest to the sample decides; what is deeper than our own code counts as its caller's. */
const parts: readonly (readonly [string, RegExp])[] = [
  ['judging: texts, detectors, patterns', /^src\/governance\/(text|detectors|inspect|judge)/],
  ['policies: rules, matches, rulings', /^src\/governance\//],
  ['formats: requests and answers, read and written', /^src\/proxy\/dialects\//],
  ['the exchange: upstream, headers, bytes', /^src\/proxy\//],
  ['kept texts: encryption and commitments', /^src\/audit\/content\//],
  ['entries: built, chained, made durable', /^src\/audit\//],
  ['keys and limits', /^src\/(keys\/|server\/(limit|authenticate|admission|pressure|credential))/],
  ['routes, logs, metrics', /^src\//],
  [
    'Express and the proxy middleware',
    /^node_modules\/(express|router|http-proxy|body-parser|finalhandler|on-finished)/,
  ],
  ['other packages', /^node_modules\//],
];
const engine = 'node: sockets, HTTP, streams, timers';
const cleaning = 'cleaning up memory';

export type Tally = Map<string, number>;

export function charge(tally: Tally, part: string, us: number): void {
  tally.set(part, (tally.get(part) ?? 0) + us);
}

export function sum(tally: Tally): number {
  return [...tally.values()].reduce((all, us) => all + us, 0);
}

/** What the thread was idle is left out. */
export function tallyFrame(frame: Frame, tally: Tally, above = engine): void {
  if (isResting(frame)) return;
  const own = parts.find(([, path]) => path.test(frame.file))?.[0] ?? above;
  const part = frame.name === '(garbage collector)' ? cleaning : own;
  charge(tally, part, frame.selfUs);
  for (const child of frame.children) tallyFrame(child, tally, part);
}

/** By function, what it took itself. */
export function tallyFunctions(frame: Frame, tally: Tally): void {
  if (isResting(frame)) return;
  if (frame.name !== '(root)') {
    const where = frame.file === '' ? '' : ` ${frame.file}:${frame.line}`;
    charge(tally, `${frame.name}${where}`, frame.selfUs);
  }
  for (const child of frame.children) tallyFunctions(child, tally);
}
