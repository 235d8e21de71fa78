/** A bundle as it runs: policies with compiled rules, one automaton for all patterns, and who waits for what. */
import type { Action, Mode } from '../decision.ts';
import type { Detector } from '../detectors/detector.ts';
import type { Severity } from '../finding.ts';
import type { Interaction, PartKind, Stage } from '../interaction.ts';
import type { Condition } from './expression/condition.ts';
import type { Query } from './query.ts';
import type { Pattern } from './patterns/pattern.ts';
import type { Scanner } from './patterns/scanner.ts';
import type { Operator, PolicyDocument } from './schema.ts';

export type NamedPattern = {
  /** Unique within the bundle; queries ask by it. */
  readonly number: number;
  readonly policy: string;
  readonly name: string;
  readonly category: string;
  readonly severity: Severity;
  readonly confidence: number;
  readonly compiled: Pattern;
};

export type Redaction = {
  readonly operator: Operator;
  readonly with: string | undefined;
  readonly keep: number;
  /** What is cut out; by default all that the rule's condition asks for. */
  readonly targets: readonly Query[];
};

export type Rule = {
  readonly id: string;
  readonly action: Action;
  readonly message: string;
  readonly severity: Severity;
  readonly condition: Condition;
  /** True: judged for each tool call by itself. */
  readonly perCall: boolean;
  readonly redaction: Redaction;
};

export type Exemption = {
  readonly rules: readonly string[] | undefined;
  readonly matches: (interaction: Interaction) => boolean;
  readonly expiresAt: number;
};

export type Policy = {
  readonly id: string;
  readonly mode: Mode;
  readonly stages: ReadonlySet<Stage>;
  readonly parts: ReadonlySet<PartKind>;
  readonly onError: 'block' | 'flag';
  readonly onBlock: 'error' | 'refusal';
  readonly history: 'redact' | 'block' | 'ignore';
  readonly severity: Severity;
  readonly zone: string;
  readonly charactersMax: number;
  readonly partsMax: number;
  readonly findingsMax: number;
  readonly applies: (interaction: Interaction) => boolean;
  readonly exemptions: readonly Exemption[];
  readonly rules: readonly Rule[];
  /** The file it came from, for listings, tests and tools. */
  readonly file: string;
  readonly document: PolicyDocument;
};

export type RuleAt = { readonly policy: Policy; readonly rule: Rule };

/** What has to be run on a text of one kind at one stage. */
export type Asked = {
  readonly detectors: readonly Detector[];
  /** Numbers of the patterns that anyone wants to know about there. */
  readonly patterns: ReadonlySet<number>;
  /** The least confidence at which any rule asks for a category; less than that is nothing seen. */
  readonly least: (category: string) => number;
};

export type AskedByKind = Readonly<Record<PartKind, Asked>>;

/** Rules of one stage by what wakes them; a rule that is not woken is known to be false. */
export type Watch = {
  /** Rules to run on every call. */
  readonly always: readonly RuleAt[];
  readonly byPattern: ReadonlyMap<number, readonly RuleAt[]>;
  readonly bySelector: ReadonlyMap<string, readonly RuleAt[]>;
  readonly byField: ReadonlyMap<string, readonly RuleAt[]>;
  readonly policies: readonly Policy[];
  /** The most findings that one of them takes. */
  readonly findingsMax: number;
  readonly asked: AskedByKind;
  /** As `asked`, by those rules alone that can refuse a redacted copy. */
  readonly askedOfCopy: AskedByKind;
};

export type Bundle = {
  readonly version: string;
  /** Of the fields that conditions see. */
  readonly contextVersion: number;
  readonly policies: readonly Policy[];
  /** Each at the index that is its number. */
  readonly patterns: readonly NamedPattern[];
  /** Numbers its hits as `patterns` are numbered. */
  readonly scanner: Scanner;
  readonly watch: Readonly<Record<Stage, Watch>>;
  /** The same without the rules that need a model from outside; absent where no rule does. */
  readonly inside?: Bundle;
};
