/** What the classifier says of a text once names that only sound dangerous are taken out of it. */
import type { View } from '../text/view.ts';
import type { Model, Opinion, Opinions } from './model.ts';
import type { HeadName } from './model-weights.ts';
import { withoutAgentsTurns } from './wording/agents-turns.ts';
import { withoutApplicationsTurns } from './wording/applications-turns.ts';
import {
  charactersMax,
  sentencesWithoutNames,
  withoutHarmlessNames,
} from './wording/harmless-names.ts';
import { withoutStatements } from './wording/said-in-programs.ts';
import { workAbout } from './wording/harmless-turns.ts';
import { withoutLetter } from './wording/letters.ts';

/**
 * Never surer than of the text as it stands: a name can calm, and nothing else. What is asked beside it is heard as before. What
 * is not heard is weighed so only from a confidence on that somebody acts on.
 */
export function soberOpinion(model: Model, view: View, head: HeadName, from = 1): Opinion {
  const opinion = model.opinionsOn(view)[head];
  if (!opinion.heard && opinion.confidence < from) return opinion;
  const calmed = calmedOf(model, view, head, opinion);
  const meant = withoutApplicationsTurns(withoutAgentsTurns(view.text));
  // What a poem is about may be harm, and no attack; whom a letter goes to is no harm, and may be an order.
  const about =
    head === 'attack'
      ? meant.replace(workAbout, 'thing')
      : head === 'harm'
        ? withoutLetter(meant)
        : meant;
  const sober = about === view.text ? calmed : calmerOf(calmed, model.judge(about)[head]);
  return sober.heard ? calmerOf(sober, saidIn(model, view)?.[head] ?? sober) : sober;
}

/** Without harmless names, wherever they stand in a short text, and in a long one where it is heard. */
function calmedOf(model: Model, view: View, head: HeadName, opinion: Opinion): Opinion {
  if (view.text.length > charactersMax) {
    // Of a text that is read in many ways only one is looked at so, or the work would be theirs together.
    const asWritten = view.decoded.every((one) => one === 'json');
    return asWritten ? calmedByStretches(model, view.text, head, opinion) : opinion;
  }
  const plain = plainOpinions(model, view).map((one) => one[head]);
  return plain.length === 0 ? opinion : calmerOf(opinion, surestOf(plain));
}

/** Longer texts are judged as they stand, and so is what is still heard after so many looks. */
const longMax = 16_000;
const looksMax = 4;
/** What stands around a heard stretch says what it is about as well, and is not looked at a second time. */
const around = 600;

function calmedByStretches(model: Model, text: string, head: HeadName, opinion: Opinion): Opinion {
  if (text.length > longMax) return opinion;
  let left = text;
  let loudest = opinion;
  for (let look = 0; look < looksMax && loudest.heard; look++) {
    const from = Math.max(0, loudest.start - around);
    const to = Math.min(left.length, from + charactersMax);
    const stretch = left.slice(from, to);
    const plain = withoutHarmlessNames(stretch);
    if (plain === stretch) break;
    // Nor may what holds no name there be drowned by what does.
    const others = judgeOthers(model, stretch)?.[head];
    if (others?.heard === true) break;
    left = left.slice(0, from) + plain + left.slice(to);
    loudest = model.judge(left)[head];
  }
  return calmerOf(opinion, loudest);
}

const saidBefore = new WeakMap<View, readonly [Model, Opinions | undefined]>();

/** Of what a program says in words; undefined where a text holds none. */
function saidIn(model: Model, view: View): Opinions | undefined {
  const [by, before] = saidBefore.get(view) ?? [];
  if (by === model) return before;
  const said = withoutStatements(view.text);
  const opinions = said === view.text ? undefined : model.judge(said);
  saidBefore.set(view, [model, opinions]);
  return opinions;
}

function surestOf(opinions: readonly Opinion[]): Opinion {
  return opinions.reduce((left, right) => (right.confidence > left.confidence ? right : left));
}

function calmerOf(opinion: Opinion, { heard, confidence }: Opinion): Opinion {
  return confidence < opinion.confidence ? { ...opinion, heard, confidence } : opinion;
}

/** Of each view for one model; three heads ask about it. */
const known = new WeakMap<View, readonly [Model, readonly Opinions[]]>();

/** Of the text without such names, and of the sentences that hold none: a harmless one beside them shall drown nothing. */
function plainOpinions(model: Model, view: View): readonly Opinions[] {
  const [by, before] = known.get(view) ?? [];
  if (before !== undefined && by === model) return before;
  const plain = withoutHarmlessNames(view.text);
  const opinions = plain === view.text ? [] : [model.judge(plain)];
  const others = opinions.length > 0 ? judgeOthers(model, view.text) : undefined;
  if (others !== undefined) opinions.push(others);
  known.set(view, [model, opinions]);
  return opinions;
}

function judgeOthers(model: Model, text: string): Opinions | undefined {
  const others = sentencesWithoutNames(text);
  return others.length === 0 ? undefined : model.judge(others.join(''));
}
