/** Finds orders to drop the instructions a model was given. */
import type { Detector, Sighting } from './detector.ts';

const order =
  /\b(?:ignore|disregard|forget|override|bypass)\s+(?:\w+\s+){0,4}(?:previous|prior|above|earlier|preceding|system|all|your)\s+(?:\w+\s+){0,3}(?:instructions?|rules?|prompts?|guidelines?|directives?|commands?)\b/gi;

export const injectionOverride: Detector = {
  name: 'injection-override',
  categories: ['injection/override'],
  find: (view, scene) => {
    const found: Sighting[] = [];
    const carried = scene.kind === 'tool_result';
    for (const match of view.text.matchAll(order)) {
      found.push({
        category: 'injection/override',
        severity: carried ? 'critical' : 'high',
        confidence: carried ? 0.95 : 0.85,
        start: match.index,
        end: match.index + match[0].length,
      });
    }
    return found;
  },
};
