/** Hears requests for harmful help, by hazard: the trained classifier's opinion; a text about a subject is not a request for it. */
import type { Severity } from '../finding.ts';
import type { Detector } from './detector.ts';
import type { ModelSource } from './model-source.ts';
import { soberOpinion } from './model-sober.ts';
import { isAgainstWill } from './wording/against-will.ts';

const hazards: Readonly<Record<string, Severity>> = {
  'harm/advice': 'medium',
  'harm/cyber': 'high',
  'harm/hate': 'high',
  'harm/illicit': 'high',
  'harm/minors': 'critical',
  'harm/misinformation': 'medium',
  'harm/privacy': 'high',
  'harm/self_harm': 'critical',
  'harm/sexual': 'high',
  'harm/violence': 'high',
  'harm/weapons': 'critical',
};

/** From here on a wish is doubtful, and what is to be hidden from somebody, or asked of nobody, makes it certain. */
const doubtful = 0.2;
const certain = 0.8;

export function createHarmModel(source: ModelSource): Detector {
  return {
    name: 'harm-model',
    weighs: true,
    categories: Object.keys(hazards),
    find: (view) => {
      const model = source();
      if (!view.canonical) return [];
      const opinion = soberOpinion(model, view, 'harm', doubtful);
      const { start, end } = opinion;
      const meant =
        opinion.confidence >= doubtful &&
        opinion.confidence < certain &&
        isAgainstWill(view.text.slice(start, end));
      if (!opinion.heard && !meant) return [];
      const confidence = meant ? certain : opinion.confidence;
      const category = model.subjectOf('harm', view.text, start, end);
      return [{ category, severity: hazards[category] ?? 'high', confidence, start, end }];
    },
  };
}
