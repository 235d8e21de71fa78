/** Expands grammars into texts: a rule's lines, their slots and their alternatives, drawn by lot. */
import { readFileSync } from 'node:fs';
import type { Random } from './random.ts';

/** `@rule FAMILY LABEL KIND LANGUAGE xTEXTS`: so many texts are drawn from each of its lines. */
export type Rule = {
  readonly family: string;
  readonly label: string;
  readonly kind: string;
  readonly times: number;
  readonly lines: readonly string[];
};

export type Grammar = {
  readonly slots: ReadonlyMap<string, readonly string[]>;
  readonly rules: readonly Rule[];
};

export type Drawn = {
  readonly text: string;
  /** The line it was drawn from: texts of one line are alike. */
  readonly line: string;
  /** The hazard of the slot that was filled, or ''. */
  readonly category: string;
};

const slotHead = /^@slot (?<name>[a-z]+)$/;
const ruleHead =
  /^@rule (?<family>[a-z-]+) (?<label>[a-z]+) (?<kind>[a-z_]+) (?:[a-z]{2}|-) x(?<times>\d+)$/;
const drawsMax = 4;
/** Stands in a line of a grammar where a line of the text ends. */
const lineEnd = '⏎';
/** Verbs of one short syllable, and longer ones that end in a stressed one, double their last letter. */
const doubling =
  /^(?:(?:qu|[^aeiou])*[aeiou][bdglmnprt]|admit|begin|commit|control|forget|gas|kidnap|refer|transfer)$/;

/** Throws with the line where a grammar is not what it should be. Files share their slots. */
export function readGrammar(paths: readonly string[]): Grammar {
  const slots = new Map<string, string[]>();
  const rules: Rule[] = [];
  for (const path of paths) {
    let lines: string[] | undefined;
    readFileSync(path, 'utf8')
      .split('\n')
      .forEach((line, at) => {
        if (line === '' || line.startsWith('# ')) return;
        const slot = slotHead.exec(line)?.groups;
        const rule = ruleHead.exec(line)?.groups;
        if (slot === undefined && rule === undefined) {
          if (lines === undefined || line.startsWith('@'))
            throw new Error(`${path}:${at + 1}: neither a slot nor a rule`);
          lines.push(/^".*"$/.test(line) ? line.slice(1, -1) : line);
          return;
        }
        lines = [];
        const name = slot?.['name'];
        if (name !== undefined) {
          if (slots.has(name))
            throw new Error(`${path}:${at + 1}: there is a slot {${name}} already`);
          slots.set(name, lines);
        }
        const { family = '', label = '', kind = '', times } = rule ?? {};
        if (rule !== undefined) rules.push({ family, label, kind, times: Number(times), lines });
      });
  }
  return { slots, rules };
}

/** No text twice. */
export function drawTexts(
  { slots }: Grammar,
  { lines, times }: Rule,
  random: Random,
): readonly Drawn[] {
  const seen = new Set<string>();
  return lines.flatMap((line) =>
    Array.from({ length: times }, () => {
      for (let draw = 0; draw < drawsMax; draw++) {
        const drawn = drawOne(slots, line, random);
        if (seen.has(drawn.text)) continue;
        seen.add(drawn.text);
        return [drawn];
      }
      return [];
    }).flat(),
  );
}

function drawOne(slots: Grammar['slots'], line: string, random: Random): Drawn {
  let category = '';
  let text = line;
  while (/\{[a-z]+(?:-ing|-s)?\}/.test(text)) {
    text = text.replace(/\{([a-z]+)(-ing|-s)?\}/g, (_slot, name: string, form?: string) => {
      const items = slots.get(name);
      if (items === undefined) throw new Error(`there is no slot {${name}}: ${line}`);
      const [filling = '', hazard = ''] = random.pick(items).split(' ## ');
      if (hazard !== '') category = hazard;
      if (form === undefined) return filling;
      return form === '-s' ? toThirdPerson(filling) : toGerund(filling);
    });
  }
  const choice = /\[([^[\]]*\|[^[\]]*)\]/g;
  while (text.search(choice) >= 0)
    text = text.replace(choice, (_choice, all: string) => random.pick(all.split('|')));
  text = text.replace(/ {2,}/g, ' ').replaceAll(lineEnd, '\n').trim();
  if (random.next() < 0.7) text = text.slice(0, 1).toUpperCase() + text.slice(1);
  return { text, line, category };
}

/** `{deed-ing}`: what a phrase says to do, as the doing of it. */
export function toGerund(phrase: string): string {
  return phrase.replace(/^[A-Za-z]+/, (verb) => {
    if (verb.endsWith('ie')) return `${verb.slice(0, -2)}ying`;
    if (/[^eoy]e$/.test(verb)) return `${verb.slice(0, -1)}ing`;
    if (verb.endsWith('ic')) return `${verb}king`;
    return doubling.test(verb) ? `${verb}${verb.slice(-1)}ing` : `${verb}ing`;
  });
}

/** `{deed-s}`: what a phrase says to do, as somebody does it. */
export function toThirdPerson(phrase: string): string {
  return phrase.replace(/^[A-Za-z]+/, (verb) => {
    if (verb === 'have') return 'has';
    if (verb === 'be') return 'is';
    if (/[^aeiou]y$/.test(verb)) return `${verb.slice(0, -1)}ies`;
    return /(?:[sxz]|ch|sh|o)$/.test(verb) ? `${verb}es` : `${verb}s`;
  });
}
