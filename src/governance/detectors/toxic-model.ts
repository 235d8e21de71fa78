/** Hears hatred and profanity: the trained classifier's opinion on toxic text. */
import type { Severity } from '../finding.ts';
import type { Detector } from './detector.ts';
import type { ModelSource } from './model-source.ts';

const kinds: Readonly<Record<string, Severity>> = {
  'toxic/hate': 'high',
  'toxic/profanity': 'low',
};

export function createToxicModel(source: ModelSource): Detector {
  return {
    name: 'toxic-model',
    weighs: true,
    categories: Object.keys(kinds),
    find: (view) => {
      const model = source();
      if (!view.canonical) return [];
      const { heard, confidence, start, end } = model.opinionsOn(view).toxic;
      if (!heard) return [];
      const category = model.subjectOf('toxic', view.text, start, end);
      return [{ category, severity: kinds[category] ?? 'medium', confidence, start, end }];
    },
  };
}
