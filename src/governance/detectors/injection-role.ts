/** Finds forged turns: the marks by which chat formats set roles apart, where a text has no business to hold them. */
import { scanOf } from '../text/text-view.ts';
import { Watch } from '../text/watch.ts';
import { WordSet } from '../text/word-set.ts';
import type { Detector, Sighting } from './detector.ts';

/** What has to be in the text, the mark, and how sure it makes. */
const marks: readonly (readonly [hints: readonly string[], shape: RegExp, confidence: number])[] = [
  [
    ['<|'],
    /<\|(?:im_start|im_end|im_sep|system|user|assistant|endoftext|eot_id|start_header_id|end_header_id|begin_of_text|channel|message|end|tool|developer)\|>/gi,
    0.92,
  ],
  [['INST]', 'inst]'], /\[\/?INST\]/gi, 0.9],
  [['SYS>>', 'sys>>'], /<<\/?SYS>>/gi, 0.92],
  [['_of_turn>'], /<(?:start|end)_of_turn>(?:user|model|system)?/g, 0.92],
  [['<｜'], /<｜(?:User|Assistant|System|begin▁of▁sentence|end▁of▁sentence)｜>/g, 0.92],
  [['](#'], /\[(?:system|assistant|user|instructions?)\]\(#\w{2,24}\)/gi, 0.85],
];
const tags =
  /<\/?(?:system|sys|system_?prompt|system-?message|instructions?|assistant|admin|developer|important)>/iy;
/** What may stand between the beginning of a line and a label. */
const opening = /(?:^|\n)[ \t]{0,4}(?:#{1,4} ?|\*{2}|[[{<(]|={2,4} ?|-{2,4} ?)?$/;
const label =
  /(system(?: ?(?:prompt|message|instructions?|note|override|update|alert))?|assistant|developer(?: message)?|human|user|ai|model)(?:\*{2}|[\]})>]| ?={2,4}| ?-{2,4})? ?:(?:[ \t]|\r?\n)/iy;
/** A label with nothing behind it is the name of a field, unless it is set apart as a heading. */
const heading = /[#*[{<(=-][ \t]?$/;
const announcement =
  /(?:(?:BEGIN|START|END)(?:ING)?(?: OF)? (?:NEW )?(?:SYSTEM|ADMIN|DEVELOPER|ASSISTANT|USER) (?:PROMPT|MESSAGE|INSTRUCTIONS?|INPUT|OVERRIDE)|(?:SYSTEM|ADMIN|DEVELOPER) (?:OVERRIDE|NOTICE|ALERT|COMMAND|UPDATE) ?:)/y;
const member = /role"\s{0,3}:\s{0,3}"(system|developer|assistant)"/y;
const roles = new Watch(
  new WordSet(
    'system assistant developer human user ai model admin sys instructions instruction important role begin',
  ),
);

export const injectionRole: Detector = {
  name: 'injection-role',
  categories: ['injection/role_forgery'],
  find: (view, scene) => {
    const text = view.text;
    const found: Sighting[] = [];
    for (const [hints, shape, confidence] of marks) {
      if (!hints.some((hint) => text.includes(hint))) continue;
      for (const match of text.matchAll(shape)) {
        if (isListed(text, match.index, match.index + match[0].length)) continue;
        add(found, match.index, match.index + match[0].length, confidence);
      }
    }
    const scan = scanOf(view);
    const carried = scene.kind === 'tool_result';
    let turns = 0;
    for (const at of scan.seen(roles)) {
      const start = scan.words.at(at + 1);
      if (readTag(text, start, carried, found) || readAnnouncement(text, start, carried, found))
        continue;
      label.lastIndex = start;
      const match = label.exec(text);
      if (match === null || !opening.test(text.slice(Math.max(0, start - 12), start))) continue;
      const before = text.slice(Math.max(0, start - 3), start);
      if (match[0].endsWith('\n') && !heading.test(before)) continue;
      turns++;
      const system = /^(?:system|developer)/i.test(match[1] ?? '');
      // One label is a heading; a label for the system, or several turns, are a conversation that did not happen.
      if (!system && turns === 1) continue;
      add(found, start, label.lastIndex, (system ? 0.65 : 0.4) + (carried ? 0.2 : 0));
    }
    return found;
  },
};

/** `suite([inst])`, `names[inst]`: a list of one, and what stands there in a list. */
function isListed(text: string, start: number, end: number): boolean {
  return (
    text.startsWith('[inst]', start) &&
    /[\w(=,]/.test(text.charAt(start - 1)) &&
    /[).,;:[\]]/.test(text.charAt(end))
  );
}

/** `<instructions>` of a file of settings holds other elements, and says nothing itself; a page holds those of HTML. */
const setting = /^<\/?instructions?>$/i;
const html = 'p|b|i|u|a|em|strong|span|div|li|ul|ol|br|h[1-6]|font|code|pre|section|text|quote';
const opensElement = new RegExp(`^\\s*<(?:!--|(?!(?:${html})\\b)[a-z][\\w-]*[\\s>])`, 'i');
const closesElement = new RegExp(`(?:</(?!(?:${html})\\b)[a-z][\\w-]*>|-->)\\s*$`, 'i');

function holdsElements(text: string, from: number, end: number): boolean {
  if (!setting.test(text.slice(from, end))) return false;
  return text.charAt(from + 1) === '/'
    ? closesElement.test(text.slice(Math.max(0, from - 120), from))
    : opensElement.test(text.slice(end, end + 80));
}

function readTag(text: string, start: number, carried: boolean, found: Sighting[]): boolean {
  const from = text.charAt(start - 1) === '/' ? start - 2 : start - 1;
  tags.lastIndex = Math.max(0, from);
  if (!tags.test(text)) return false;
  // `ArrayRef<Instruction> code`: a type in a program.
  if (/\w/.test(text.charAt(from - 1)) && /[\s&*>(),;:]/.test(text.charAt(tags.lastIndex)))
    return false;
  const sure = holdsElements(text, from, tags.lastIndex) ? 0.3 : carried ? 0.85 : 0.6;
  add(found, from, tags.lastIndex, sure);
  return true;
}

function readAnnouncement(
  text: string,
  start: number,
  carried: boolean,
  found: Sighting[],
): boolean {
  announcement.lastIndex = start;
  if (announcement.test(text)) {
    add(found, start, announcement.lastIndex, 0.8);
    return true;
  }
  member.lastIndex = start;
  if (text.charAt(start - 1) !== '"' || !member.test(text)) return false;
  add(found, start - 1, member.lastIndex, carried ? 0.6 : 0.45);
  return true;
}

function add(found: Sighting[], start: number, end: number, confidence: number): void {
  found.push({ category: 'injection/role_forgery', severity: 'high', confidence, start, end });
}
