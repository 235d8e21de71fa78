/** Hears requests for harmful help, by hazard: the trained classifier's opinion; a text about a subject is not a request for it. */
import type { Severity } from '../finding.ts';
import type { Detector } from './detector.ts';
import type { ModelSource } from './model-source.ts';
import { soberOpinion } from './model-sober.ts';

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

export function createHarmModel(source: ModelSource): Detector {
  return {
    name: 'harm-model',
    weighs: true,
    categories: Object.keys(hazards),
    find: (view) => {
      const model = source();
      if (!view.canonical) return [];
      const { heard, confidence, start, end } = soberOpinion(model, view, 'harm');
      if (!heard) return [];
      const category = model.subjectOf('harm', view.text, start, end);
      return [{ category, severity: hazards[category] ?? 'high', confidence, start, end }];
    },
  };
}
