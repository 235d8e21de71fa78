/** What is known of a live answer when it ends: its parts with no text but their names, and one ruling made of those on its windows. */
import {
  strongest,
  type Action,
  type Edit,
  type Firing,
  type Ruling,
} from '../../governance/decision.ts';
import type { Failure, Finding } from '../../governance/finding.ts';
import { pointerOf, type Part, type Unjudged } from '../../governance/interaction.ts';
import { lies } from '../dialects/places.ts';
import { nameOf } from './live-text.ts';
import { nameOfRule, type Look } from './weigh.ts';

/** What cannot be rewritten is a name for the most part, and a message must not say one that a rule fired on. */
const nameLengthMax = 1_024;
/** Places at which an answer may say something, or have something unjudged: each is kept until it ends. */
const placesMax = 100_000;
/** More findings than this of one answer, or edits, are not listed. */
const findingsMax = 10_000;

export class LiveRecord {
  readonly parts: Part[] = [];
  readonly #numbers = new Map<string, number>();
  // Of most streams there is nothing to be told, and each table takes as much room as what is held back of one.
  #unjudged: Map<string, Unjudged> | undefined;
  /** By category and place: what is said again is found again, and is one finding. */
  #findings: Map<string, Finding> | undefined;
  #fired: Map<string, Firing> | undefined;
  #failures: Map<string, Failure> | undefined;
  #last: Ruling | undefined;
  /** What was taken out, by its place: what is said again has its place once. */
  #edits: Map<string, Edit> | undefined;

  /** One number for what stands at one place, however often it is said. */
  numberOf(part: Part): number {
    const name = nameOf(part);
    const known = this.#numbers.get(name);
    if (known !== undefined) {
      if (part.fixed) this.#addNames(known, part.text);
      return known;
    }
    this.#expectRoom(this.parts.length);
    const number = this.parts.push({ ...part, text: keepNames(part, part.text) }) - 1;
    this.#numbers.set(name, number);
    return number;
  }

  /** Other names at the same place; once there are too many, none is known. */
  #addNames(number: number, names: string): void {
    const part = this.parts[number];
    if (part === undefined || part.text === '' || part.text.includes(names)) return;
    this.parts[number] = { ...part, text: keepNames(part, `${part.text}\n${names}`) };
  }

  get judged(): boolean {
    return this.#last !== undefined;
  }

  get unjudged(): readonly Unjudged[] {
    return listed(this.#unjudged);
  }

  /** True where it was not known of before. */
  addUnjudged(item: Unjudged): boolean {
    const key = `${item.kind} ${pointerOf(item.at)}`;
    this.#unjudged ??= new Map();
    const found = this.#unjudged.get(key);
    if (found === undefined) this.#expectRoom(this.#unjudged.size);
    const sum = found === undefined ? item : { ...found, bytes: found.bytes + item.bytes };
    this.#unjudged.set(key, sum);
    return found === undefined;
  }

  #expectRoom(places: number): void {
    if (places >= placesMax) throw lies('says something at more places than can be followed');
  }

  /** Takes of a ruling what is certain: `findings`, and what fired on them or on none. */
  add(
    ruling: Ruling,
    findings: readonly Finding[],
    looks: readonly Look[],
    edits: readonly Edit[],
  ): void {
    this.#last = ruling;
    for (const edit of edits) this.#addEdit(edit, looks[edit.part]);
    const certain = new Set(findings);
    for (const firing of ruling.fired) {
      const name = nameOfRule(firing);
      const own = ruling.findings.filter(({ rule }) => rule === name);
      if (own.length > 0 && !own.some((one) => certain.has(one))) continue;
      this.#addFiring(name, {
        ...firing,
        parts: firing.parts.map((at) => looks[at]?.text.number ?? 0),
      });
    }
    for (const finding of findings) this.#addFinding(toPlace(finding, looks));
    for (const failure of ruling.failures)
      (this.#failures ??= new Map()).set(`${failure.check} ${failure.reason}`, failure);
  }

  /** What rules saw that only note, once all was said; `again` is a ruling on the parts of this record. */
  note(again: Ruling): void {
    for (const firing of again.fired)
      if (firing.mode === 'shadow' || firing.action === 'flag' || firing.action === 'allow')
        this.#addFiring(nameOfRule(firing), firing);
  }

  /** `blocked`: the ruling that ended it. */
  toRuling(blocked?: Ruling): Ruling {
    const last = blocked ?? this.#last;
    if (last === undefined) throw new Error('nothing of the answer was judged');
    const fired = listed(this.#fired);
    const enforced = fired.filter(({ mode }) => mode === 'enforce');
    const action = blocked?.action ?? this.#actionOf(enforced);
    return {
      action,
      policyVersion: last.policyVersion,
      decisive:
        blocked === undefined
          ? enforced.find((firing) => action !== 'allow' && firing.action === action)
          : (fired.find((one) => isSame(one, blocked.decisive)) ?? blocked.decisive),
      onBlock: last.onBlock,
      fired,
      findings: listed(this.#findings),
      failures: listed(this.#failures),
      edits: listed(this.#edits),
    };
  }

  #actionOf(enforced: readonly Firing[]): Action {
    const noted = enforced.some(({ action }) => action === 'flag') ? 'flag' : 'allow';
    return strongest(noted, this.#edits !== undefined ? 'redact' : 'allow');
  }

  #addFinding(finding: Finding): void {
    this.#findings ??= new Map();
    if (this.#findings.size >= findingsMax) return;
    const { category, rule, spans } = finding;
    const places = spans.map(({ part, start, end }) => `${part} ${start} ${end}`);
    // What has no place here, as it hides in escapes, is told each time.
    const place = places.length === 0 ? String(this.#findings.size) : places.join(' ');
    this.#findings.set(`${category} ${rule ?? ''} ${place}`, finding);
  }

  #addEdit({ start, end, replacement }: Edit, look: Look | undefined): void {
    if (look === undefined) return;
    this.#edits ??= new Map();
    if (this.#edits.size >= findingsMax) return;
    const shift = look.text.settled - look.from;
    const part = look.text.number;
    const edit = { part, start: start + shift, end: end + shift, replacement };
    this.#edits.set(`${part} ${edit.start} ${edit.end}`, edit);
  }

  #addFiring(name: string, firing: Firing): void {
    this.#fired ??= new Map();
    const key = `${name} ${firing.mode} ${firing.action}`;
    const known = this.#fired.get(key);
    const parts = [...new Set([...(known?.parts ?? []), ...firing.parts])];
    this.#fired.set(key, { ...firing, parts });
  }
}

function listed<Item>(items: ReadonlyMap<string, Item> | undefined): readonly Item[] {
  return items === undefined ? [] : [...items.values()];
}

function isSame(one: Firing, other: Firing | undefined): boolean {
  return (
    other !== undefined &&
    nameOfRule(one) === nameOfRule(other) &&
    one.action === other.action &&
    one.mode === other.mode
  );
}

/** From the windows to the texts. */
function toPlace(finding: Finding, looks: readonly Look[]): Finding {
  const spans = finding.spans.flatMap((span) => {
    const look = looks[span.part];
    if (look === undefined || look.hidden) return [];
    const shift = look.text.settled - look.from;
    const { number } = look.text;
    return [{ part: number, start: Math.max(0, span.start + shift), end: span.end + shift }];
  });
  return { ...finding, spans };
}

function keepNames({ fixed }: Part, names: string): string {
  return fixed && names.length <= nameLengthMax ? names : '';
}
