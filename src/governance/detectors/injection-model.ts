/** Hears orders to the model that no rule spells out: the trained classifier's opinion on attacks, and on orders hidden in documents. */
import type { Severity } from '../finding.ts';
import type { PartKind } from '../interaction.ts';
import type { Detector, Sighting } from './detector.ts';
import type { ModelSource } from './model-source.ts';
import { soberOpinion } from './model-sober.ts';
import { isThaiWithoutOrder } from './wording/thai-orders.ts';

/** What others wrote and the model only reads: an order to it has no business there. */
const carried = new Set<PartKind>(['tool_result', 'tool_definition']);

const severity: Severity = 'high';

/**
 * A word or two, as names of tools, of their parameters and values are: too little to order anything. Words that were
 * written as one have a reading of their own, with their spaces.
 */
const nameCharactersMax = 80;
const name = /^\P{L}*[a-z]{1,30}(?:\P{L}+[a-z]{1,30})?\P{L}*$/iu;

/** What a head says of a definition is told, and not certain, unless both leave next to no doubt. */
const toldOnly = 0.7;
const doubtless = 0.96;

/** An application describes its tools in orders to its own model. */
function toSure(kind: PartKind, attack: number, document: number): (one: number) => number {
  if (kind !== 'tool_definition' || Math.min(attack, document) >= doubtless) return (one) => one;
  return (one) => Math.min(one, toldOnly);
}

export function createInjectionModel(source: ModelSource): Detector {
  return {
    name: 'injection-model',
    weighs: true,
    categories: ['injection/model', 'jailbreak/model'],
    find: (view, scene) => {
      const model = source();
      // Every text has one canonical reading; the same words would only be told twice.
      // A system prompt is made of orders to the model: there the classifier would hear its author.
      if (!view.canonical || scene.kind === 'system') return [];
      if (isName(view.text)) return [];
      const attack = soberOpinion(model, view, 'attack');
      const document = soberOpinion(model, view, 'document');
      const sure = toSure(scene.kind, attack.confidence, document.confidence);
      const isCarried = carried.has(scene.kind);
      if (isCarried && (attack.heard || document.heard) && isThaiWithoutOrder(view.text)) return [];
      const found: Sighting[] = [];
      if (attack.heard) {
        const { start, end } = attack;
        const confidence = sure(attack.confidence);
        const subject = model.subjectOf('attack', view.text, start, end);
        found.push({ category: `${subject}/model`, severity, confidence, start, end });
      }
      if (document.heard && isCarried) {
        const { start, end } = document;
        const confidence = sure(document.confidence);
        found.push({ category: 'injection/model', severity, confidence, start, end });
      }
      return found;
    },
  };
}

function isName(text: string): boolean {
  return text.length <= nameCharactersMax && name.test(text);
}
