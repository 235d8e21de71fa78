/** One text through the policies, as a call would go, and through each detector alone. */
import { shippedModel } from '../../src/governance/detectors/model-source.ts';
import { catalogue } from '../../src/governance/detectors/index.ts';
import type { Action } from '../../src/governance/decision.ts';
import { govern } from '../../src/governance/govern.ts';
import type { Interaction, PartKind } from '../../src/governance/interaction.ts';
import type { Bundle } from '../../src/governance/policy/policy.ts';
import { toInteraction } from '../../src/governance/policy/trial.ts';
import { viewsOf } from '../../src/governance/text/views.ts';
import type { LabelledText } from './labelled-text.ts';
import { categoriesOf, type Topic, topics } from './labels.ts';

export type Sight = {
  readonly detector: string;
  readonly category: string;
  readonly confidence: number;
  readonly start: number;
  readonly end: number;
};

export type Judged = {
  readonly given: LabelledText;
  readonly action: Action;
  /** `policy/rule` that decided, or ''. */
  readonly rule: string;
  readonly failures: readonly string[];
  /** Of the ruling alone: CPU time. */
  readonly microseconds: number;
  /** By topic: the highest confidence of any detector; of the classifier also where it is too low to be told. */
  readonly scores: Readonly<Record<Topic, number>>;
  readonly sights: readonly Sight[];
};

/** From here on a detector's finding counts as its own word. */
export const toldConfidence = 0.5;

export function judgeText(bundle: Bundle, given: LabelledText): Judged {
  const interaction = callOf(given);
  const begun = process.cpuUsage();
  const ruling = govern(bundle, interaction);
  const { user, system } = process.cpuUsage(begun);
  const { decisive, failures } = ruling;
  const sights = lookAlone(given);
  const opinions = opinionsOn(given.text, given.part);
  const scoreOf = (topic: Topic): number =>
    sights.reduce(
      (best, { category, confidence }) =>
        categoriesOf[topic].test(category) ? Math.max(best, confidence) : best,
      opinions[topic] ?? 0,
    );
  return {
    given,
    action: ruling.action,
    rule: decisive === undefined ? '' : `${decisive.policy}/${decisive.rule}`,
    failures: failures.map(({ check }) => check),
    microseconds: user + system,
    scores: Object.fromEntries(topics.map((topic) => [topic, scoreOf(topic)])) as Judged['scores'],
    sights,
  };
}

function callOf({ text, part, stage, system }: LabelledText): Interaction {
  const asked = toInteraction({ stage, part, text });
  if (system === undefined || stage === 'response') return asked;
  return toInteraction({ stage, messages: [{ system }, { [part]: text }] });
}

/** Every finding of every detector, told or not asked for, mapped to the text as it stands. */
function lookAlone({ text, part, stage }: LabelledText): readonly Sight[] {
  const scene = { stage, kind: part, system: [] };
  return viewsOf(text).flatMap((view) =>
    catalogue.flatMap((detector) =>
      detector.find(view, scene).map(({ category, confidence, start, end }) => ({
        detector: detector.name,
        category,
        confidence,
        ...view.origin(start, end),
      })),
    ),
  );
}

function opinionsOn(text: string, part: PartKind): Partial<Record<Topic, number>> {
  const carried = part === 'tool_result' || part === 'tool_definition';
  const best = { attack: 0, harm: 0, toxic: 0 };
  for (const view of viewsOf(text)) {
    if (!view.canonical) continue;
    const { attack, document, harm, toxic } = shippedModel().opinionsOn(view);
    const ordered = carried ? Math.max(attack.confidence, document.confidence) : attack.confidence;
    best.attack = Math.max(best.attack, ordered);
    best.harm = Math.max(best.harm, harm.confidence);
    best.toxic = Math.max(best.toxic, toxic.confidence);
  }
  return best;
}
