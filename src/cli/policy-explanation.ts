/** An explanation with the places of its expressions in the policy files, as data and as text. */
import type { Explanation, PolicyExplanation, RuleExplanation } from '../governance/explain.ts';
import { type Interaction, pathOf } from '../governance/interaction.ts';
import type { Trace } from '../governance/policy/trace.ts';
import { type OpenPolicies, sourceOf } from './policy-open.ts';

export type PlacedTrace = {
  readonly source: string;
  readonly place: string;
  readonly value: string;
  readonly found?: readonly PlacedFound[];
  readonly operands: readonly PlacedTrace[];
};

export type PlacedFound = {
  readonly category: string;
  readonly confidence: number;
  readonly decoded: readonly string[];
  readonly spans: readonly {
    readonly path: string;
    readonly start: number;
    readonly end: number;
  }[];
};

export type PlacedRule = Pick<RuleExplanation, 'rule' | 'action' | 'outcome'> & {
  /** The tool call it was judged for. */
  readonly path?: string;
  readonly reason?: string;
  readonly because?: PlacedTrace;
  readonly trace?: PlacedTrace;
};

export type PlacedPolicy = Pick<PolicyExplanation, 'policy' | 'file' | 'mode'> & {
  readonly skipped?: string;
  readonly rules: readonly PlacedRule[];
};

export type PlacedExplanation = { readonly policies: readonly PlacedPolicy[] };

export function placeExplanation(
  { policies }: Explanation,
  call: Interaction,
  open: OpenPolicies,
): PlacedExplanation {
  return {
    policies: policies.map(({ policy, file, mode, skipped, rules }) => ({
      ...{ policy, file, mode },
      ...(skipped === undefined ? {} : { skipped }),
      rules: rules.map((rule) => placeRule(rule, call, createPlacer(policy, rule.rule, open))),
    })),
  };
}

type Placer = (offset: number) => string;

function createPlacer(policy: string, rule: string, { bundle, sources }: OpenPolicies): Placer {
  const found = bundle.policies.find(({ id }) => id === policy);
  const source = found && sourceOf(sources, found.file);
  const index = found?.document.spec.rules.findIndex(({ id }) => id === rule) ?? -1;
  return (offset) => {
    const at = source?.locateInside(['spec', 'rules', index, 'when'], offset);
    return `${found?.file ?? ''}:${at?.line ?? 1}:${at?.column ?? 1}`;
  };
}

function placeRule(explained: RuleExplanation, call: Interaction, place: Placer): PlacedRule {
  const { rule, action, outcome, part, reason, because, trace } = explained;
  return {
    ...{ rule, action, outcome },
    ...(part === undefined ? {} : { path: pathIn(call, part) }),
    ...(reason === undefined ? {} : { reason }),
    ...(because === undefined ? {} : { because: placeTrace(because, call, place) }),
    ...(trace === undefined ? {} : { trace: placeTrace(trace, call, place) }),
  };
}

function placeTrace(trace: Trace, call: Interaction, place: Placer): PlacedTrace {
  const { source, offset, value, found, operands } = trace;
  const placed = found?.map(({ category, confidence, decoded, spans }) => ({
    ...{ category, confidence, decoded },
    spans: spans.map(({ part, start, end }) => ({ path: pathIn(call, part), start, end })),
  }));
  return {
    ...{ source, place: place(offset), value },
    ...(placed === undefined ? {} : { found: placed }),
    operands: operands.map((operand) => placeTrace(operand, call, place)),
  };
}

function pathIn({ parts, dialect }: Interaction, part: number): string {
  return dialect === 'governance' ? 'text' : pathOf(parts[part]?.at ?? []);
}

/** Whoever has many policies would not find the few that the text has to do with, so the others are named, unless all are asked for. */
export function writeExplanation({ policies }: PlacedExplanation, all: boolean): string {
  const shown = all ? policies : policies.filter(hasPart);
  const rest = policies.filter((policy) => !shown.includes(policy)).map(({ policy }) => policy);
  const told = shown.map((policy) => writePolicy(policy, all)).join('');
  if (rest.length === 0) return told;
  return `${told}\nnothing fired or was found in ${rest.join(', ')}: \`--all\` says why, rule by rule\n`;
}

function hasPart({ skipped, rules }: PlacedPolicy): boolean {
  return (
    skipped !== undefined ||
    rules.some(({ outcome, trace }) => outcome !== 'silent' || (trace && hasFound(trace)))
  );
}

function hasFound({ found = [], operands }: PlacedTrace): boolean {
  return found.length > 0 || operands.some(hasFound);
}

function writePolicy({ policy, file, mode, skipped, rules }: PlacedPolicy, all: boolean): string {
  const head = `\n${policy} (${mode}, ${file})`;
  if (skipped !== undefined) return `${head}: not judged, since ${skipped}\n`;
  return `${head}\n${rules.map((rule) => writeRule(rule, all)).join('')}`;
}

function writeRule(
  { rule, action, outcome, path, reason, because, trace }: PlacedRule,
  all: boolean,
): string {
  const where = path === undefined ? '' : ` on ${path}`;
  const why =
    because === undefined
      ? (reason ?? '')
      : `\`${because.source}\` is ${because.value} (${because.place})`;
  const end = why === '' ? '' : `, because ${why}`;
  const head = `  ${rule}: ${action}${where}: ${outcomes[outcome]}${end}\n`;
  // Where nothing was found, the first operand that is false says all there is to say.
  if (trace === undefined || (!all && outcome === 'silent' && !hasFound(trace))) return head;
  return head + writeTrace(trace, '    ');
}

const outcomes = {
  fired: 'FIRED',
  silent: 'did not fire',
  failed: 'FAILED',
  exempt: 'did not fire',
} as const;

function writeTrace(
  { source, place, value, found = [], operands }: PlacedTrace,
  indent: string,
): string {
  const shown = source.length > 100 ? `${source.slice(0, 100)}…` : source;
  const lines = [`${indent}${value}  ${shown.replace(/\s+/g, ' ')}  (${place})\n`];
  for (const { category, confidence, decoded, spans } of found) {
    const where = spans.map(({ path, start, end }) => `${path} ${start} to ${end}`).join(' and ');
    const how = decoded.length === 0 ? '' : `, decoded from ${decoded.join(' in ')}`;
    lines.push(`${indent}  ${category} (${confidence}) at ${where}${how}\n`);
  }
  return lines.join('') + operands.map((operand) => writeTrace(operand, `${indent}  `)).join('');
}
