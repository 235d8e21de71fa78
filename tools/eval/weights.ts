/** Which weights judge a text: the shipped ones, those of a file, or for each family the ones that never saw it. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { root } from './root.ts';
import { BadInput, type LabelledText } from './labelled-text.ts';

const manifest = z.array(
  z.object({
    weights: z.string(),
    families: z.array(z.string()),
    /** Starts of the hashes of single texts. */
    texts: z.array(z.string()),
  }),
);

export type Weights = {
  readonly shown: string;
  readonly bytes: Uint8Array;
  /** Whether these were trained without a text; undefined: nobody knows. */
  readonly isUnseen: ((given: LabelledText) => boolean) | undefined;
};

export const shippedWeights = join(root, 'models', 'classifier.bin');

const hashOf = (content: Uint8Array | string): string =>
  createHash('sha256').update(content).digest('hex');

export function readWeightsFile(path: string): Weights {
  if (!existsSync(path)) throw new BadInput(`there is no file \`${path}\``);
  const bytes = readFileSync(path);
  return { shown: `sha256:${hashOf(bytes)}`, bytes, isUnseen: undefined };
}

/** The models that `tools/train.ts --folds` left: each was trained without the families it is asked about. */
export function readFolds(directory: string): readonly Weights[] {
  const path = join(directory, 'folds.json');
  if (!existsSync(path))
    throw new BadInput(`\`${directory}\` holds no folds.json; make it with tools/train.ts --folds`);
  const read = manifest.safeParse(JSON.parse(readFileSync(path, 'utf8')));
  if (!read.success) throw new BadInput(`${path}: is no list of weights with their families`);
  return read.data.map(({ weights, families, texts }) => {
    const [whole, single] = [new Set(families), new Set(texts)];
    const isUnseen = ({ family, text }: LabelledText): boolean =>
      whole.has(family) || single.has(hashOf(text).slice(0, 16));
    return { ...readWeightsFile(join(directory, weights)), isUnseen };
  });
}

/** Files are known by the start of their hash in the card that the trainer wrote. */
export function readTrainedOn(): (sha256: string) => boolean {
  const path = join(root, 'models', 'classifier.md');
  const card = existsSync(path) ? readFileSync(path, 'utf8') : '';
  return (sha256) => card.includes(`\`${sha256.slice(0, 16)}\``);
}
