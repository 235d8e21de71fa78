/** What no field of a detector can know alone: its name, what its kind needs, and what its kind has no use for. */
import { z } from 'zod';
import { catalogue } from '../governance/detectors/index.ts';
import { type DetectorKind, detectorNames, keysOfKind } from './detectors.ts';
import type { Placed } from './fault.ts';
import { isMapping } from './setting.ts';

/** Checks that fail under a name of their own. */
const takenNames = ['views', 'patterns', 'judging'];

/** Only as much as is looked at, and nothing of it refused: what is wrong by itself has its own fault. */
const looseSchema = z.looseObject({
  detectors: z
    .record(z.string(), z.looseObject({ kind: z.string().catch('') }).catch({ kind: '' }))
    .catch({}),
});
type Loose = z.output<typeof looseSchema>['detectors'][string];

const needed: Readonly<Record<DetectorKind, readonly string[]>> = {
  http: ['url'],
  moderation: ['url'],
  judge: ['url', 'model'],
  onnx: ['file', 'outputs'],
};

export function* checkDetectors(tree: unknown): Generator<Placed> {
  const { detectors } = looseSchema.parse(tree);
  for (const [name, detector] of Object.entries(detectors)) {
    const fault = (path: readonly string[], of: 'key' | 'value', message: string): Placed => ({
      path: ['detectors', name, ...path],
      of,
      message: `detectors.${name}: ${message}`,
    });
    if (!detectorNames.test(name))
      yield fault([], 'key', 'expected a name in lower case letters, digits and dashes');
    else if (takenNames.includes(name) || catalogue.some((own) => own.name === name))
      yield fault([], 'key', 'expected another name, since the gateway has a check of this one');
    yield* checkKeys(detector, fault);
    yield* checkLabels(detector, fault);
  }
}

type Fault = (path: readonly string[], of: 'key' | 'value', message: string) => Placed;

function* checkKeys(detector: Loose, fault: Fault): Generator<Placed> {
  const { kind } = detector;
  if (!isKind(kind)) return;
  for (const key of needed[kind])
    if (detector[key] === undefined)
      yield fault(['kind'], 'value', `expected \`${key}\` beside \`kind: ${kind}\``);
  const others = new Set(Object.values(keysOfKind).flat());
  for (const key of Object.keys(detector))
    if (others.has(key) && !keysOfKind[kind].includes(key))
      yield fault([key], 'key', `\`kind: ${kind}\` has no use for \`${key}\``);
}

function* checkLabels({ kind, labels, outputs }: Loose, fault: Fault): Generator<Placed> {
  if (!isMapping(labels)) return;
  if (Object.keys(labels).length === 0)
    yield fault(['labels'], 'value', 'expected at least one label');
  for (const [label, said] of Object.entries(labels)) {
    const path = ['labels', label];
    if (kind === 'judge' && isMapping(said) && said['meaning'] === undefined)
      yield fault(path, 'value', `expected a \`meaning\`, which the judge is told`);
    if (Array.isArray(outputs) && !outputs.includes(label))
      yield fault(path, 'key', `expected one of the \`outputs\`, got \`${label.slice(0, 60)}\``);
  }
}

function isKind(kind: string): kind is DetectorKind {
  return Object.hasOwn(keysOfKind, kind);
}
