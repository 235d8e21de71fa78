/** What the classifier says of a text once names that only sound dangerous are taken out of it. */
import type { View } from '../text/view.ts';
import type { Model, Opinion } from './model.ts';
import type { HeadName } from './model-weights.ts';
import { withoutHarmlessNames } from './wording/harmless-names.ts';

/** Never surer than of the text as it stands: a name can calm, and nothing else. What is asked beside it is heard as before. */
export function soberOpinion(model: Model, view: View, head: HeadName): Opinion {
  const opinion = model.opinionsOn(view)[head];
  if (!opinion.heard) return opinion;
  const plain = withoutHarmlessNames(view.text);
  if (plain === view.text) return opinion;
  const { heard, confidence } = model.judge(plain)[head];
  return confidence < opinion.confidence ? { ...opinion, heard, confidence } : opinion;
}
