/** Finds the suffixes that optimisers append to a request: words and scraps of markup that no sentence and no program holds. */
import type { PartKind } from '../interaction.ts';
import type { Detector, Sighting } from './detector.ts';

/** Optimised suffixes are appended to one short request. */
const charactersMax = 2000;
const tailMax = 220;
const wordsMin = 6;
const statementsMax = 1;
const scoreMin = 4;
const oddRunsMin = 2;
const strayMin = 1;

/** A request in plain words goes before. */
const prose = /^[\p{L}\p{M}',.\- ]{25,}/u;
const word = /(?<!\w)[A-Za-z]{3,}(?!\w)/g;
const signs = /[^\w\s\p{L}\p{M}]{2,}/gu;
/** Signs that stand together in sentences, lists and calls. */
const usual =
  /^(?:\.{2,}|[!?]+|[-=_*#~]{2,}|["'”’]?[.,;:!?]["'”’)]?|[)"'][.,;:?!]+|["'(]{1,2}|::|\(\)|\);?|:-?[()D]|\.\)|","|",|":|'s)$/;
const glued = /[A-Za-z][[\](){}<>\\"`|^~$@#=!;]+[A-Za-z]/g;
const joined = /[a-z]{2}[A-Z][a-zA-Z]*[a-z]/g;
const statement = /;\s/g;
/** Signs that broken JSON does not hold. */
const stray = /[\\$^~@#!<>|`=*%&/]/g;

/** A list of people with their addresses, cut anywhere, has brackets without their other half; what stands before such a list is looked at. */
const links = /,? ?\[[^\]\n]{1,80}\]\(https?:\/\/[^)\s]{1,120}\)/g;

/**
 * What splits pages for a search joins the lines of each piece: code and markup stand in one line then, and long before its end,
 * where a request is in plain words.
 */
const pageTailMax = 2 * tailMax;
const pageSigns = /[`{}<>|=]|\]\(|\*\*|#{2}|\/\//g;
const pageSignsMin = 4;
/** Markup that is whole: no optimiser finds the other half of what it opens. */
const pageMarkup =
  /`[^`\n]{1,60}`|\]\((?:https?:\/\/|#|\.{0,2}\/)?[\w./#?&=%-]{3,120}\)|<([a-z]{1,8})(?: [^<>]{1,80})?>[^<>]{0,80}<\/\1>|(?:^| )#{2,4} [A-Z][a-z]/g;
const pageMarkupMin = 2;

/** Who writes these looks for no way around a model; their lists of values end as oddly as such a suffix. */
const ofApplication = new Set<PartKind>(['system', 'tool_definition', 'schema']);

export const jailbreakSuffix: Detector = {
  name: 'jailbreak-suffix',
  categories: ['jailbreak/suffix'],
  find: (view, scene) => {
    if (!view.canonical || view.decoded.length > 0 || ofApplication.has(scene.kind)) return [];
    const text = view.text.trimEnd();
    if (text.length > charactersMax) return [];
    const line = text.slice(text.lastIndexOf('\n') + 1);
    const tail = line.slice(-tailMax);
    const score =
      prose.test(line) && !isPage(line) ? oddness(line.replace(links, '').slice(-tailMax)) : 0;
    if (score < scoreMin) return [];
    const confidence = Math.min(0.95, 0.8 + (score - scoreMin) / 50);
    const end = text.length;
    const found: Sighting = {
      category: 'jailbreak/suffix',
      severity: 'high',
      confidence,
      start: end - tail.length,
      end,
    };
    return [found];
  },
};

function isPage(line: string): boolean {
  return (
    count(line.slice(0, -pageTailMax), pageSigns) >= pageSignsMin ||
    count(line.slice(0, -tailMax), pageMarkup) >= pageMarkupMin
  );
}

/** How much in a line's end is neither a sentence's nor a program's: programs close what they open, and end their statements. */
function oddness(tail: string): number {
  const unmatched = unmatchedBrackets(tail);
  const runs = new Set((tail.match(signs) ?? []).filter((run) => !usual.test(run))).size;
  if (unmatched === 0 || runs < oddRunsMin) return 0;
  if (count(tail, word) < wordsMin || count(tail, statement) > statementsMax) return 0;
  if (new Set(tail.match(stray)).size < strayMin) return 0;
  return unmatched + runs + (count(tail, glued) + count(tail, joined)) / 2;
}

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

const opening = '([{';
const closing = ')]}';

function unmatchedBrackets(text: string): number {
  const open: number[] = [];
  let unmatched = 0;
  for (const sign of text) {
    const opened = opening.indexOf(sign);
    if (opened >= 0) open.push(opened);
    const closed = closing.indexOf(sign);
    if (closed < 0) continue;
    if (open.at(-1) === closed) open.pop();
    else unmatched++;
  }
  return unmatched + open.length;
}
