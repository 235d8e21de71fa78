/** What the classifier says of a text once names that only sound dangerous are taken out of it. */
import type { View } from '../text/view.ts';
import type { Model, Opinion, Opinions } from './model.ts';
import type { HeadName } from './model-weights.ts';
import { withoutHarmlessNames } from './wording/harmless-names.ts';

/** Never surer than of the text as it stands: a name can calm, and nothing else. What is asked beside it is heard as before. */
export function soberOpinion(model: Model, view: View, head: HeadName): Opinion {
  const opinion = model.opinionsOn(view)[head];
  if (!opinion.heard) return opinion;
  const plain = plainOpinions(model, view);
  if (plain === undefined) return opinion;
  const { heard, confidence } = plain[head];
  return confidence < opinion.confidence ? { ...opinion, heard, confidence } : opinion;
}

/** Of each view for one model; three heads ask about it. */
const known = new WeakMap<View, readonly [Model, Opinions | undefined]>();

function plainOpinions(model: Model, view: View): Opinions | undefined {
  const [by, before] = known.get(view) ?? [];
  if (by === model) return before;
  const plain = withoutHarmlessNames(view.text);
  const opinions = plain === view.text ? undefined : model.judge(plain);
  known.set(view, [model, opinions]);
  return opinions;
}
