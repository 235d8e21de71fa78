/** Renders a chart as far as ours goes: the few words of its template language that it uses, and a fault for any other. */
import { createHash } from 'node:crypto';
import { parse, stringify } from 'yaml';
import { listFiles, readText } from './repository.ts';

type Scope = { readonly dot: unknown; readonly root: unknown };
type Node =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'write'; readonly pipeline: string }
  | {
      readonly kind: 'if' | 'with' | 'range' | 'define';
      readonly pipeline: string;
      readonly body: Node[];
    };

const lead = 'deploy/helm/governance-gateway';

/** Every document that the chart makes of these values. */
export function renderChart(values: unknown): readonly Record<string, unknown>[] {
  const chart = parse(readText(`${lead}/Chart.yaml`)) as { readonly appVersion: string };
  const root = {
    Values: values,
    Chart: { AppVersion: chart.appVersion },
    Release: { Name: 'gateway' },
  };
  const defined = new Map<string, Node[]>();
  const paths = listFiles(new RegExp(`^${lead}/templates/.*\\.(tpl|yaml|txt)$`));
  const texts = paths.map((path) => {
    const text = write(toNodes(readText(path)), { dot: root, root }, defined);
    return path.endsWith('.yaml') ? text : '';
  });
  return texts
    .flatMap((text) => text.split(/^---$/m))
    .filter((text) => text.trim() !== '')
    .map((text) => parse(text) as Record<string, unknown>);
}

function toNodes(source: string): Node[] {
  const trimmed = source.replace(/\s*\{\{-/g, '{{').replace(/-\}\}\s*/g, '}}');
  const stack: Node[][] = [[]];
  for (const piece of trimmed.split(/(\{\{[^}]*\}\})/)) {
    const inner = /^\{\{(.*)\}\}$/s.exec(piece)?.[1]?.trim();
    const [, kind, pipeline = ''] = /^(if|with|range|define)\s+(.*)$/s.exec(inner ?? '') ?? [];
    const top = stack.at(-1) ?? [];
    if (inner === undefined) top.push({ kind: 'text', text: piece });
    else if (inner === 'end') stack.pop();
    else if (kind === undefined) top.push({ kind: 'write', pipeline: inner });
    else {
      const body: Node[] = [];
      top.push({ kind: kind as 'if', pipeline, body });
      stack.push(body);
    }
  }
  if (stack.length !== 1) throw new Error('a block of a template has no end');
  return stack[0] ?? [];
}

function write(nodes: readonly Node[], scope: Scope, defined: Map<string, Node[]>): string {
  return nodes
    .map((node) => {
      if (node.kind === 'text') return node.text;
      if (node.kind === 'define') {
        defined.set(JSON.parse(node.pipeline) as string, node.body);
        return '';
      }
      const value = evaluate(node.pipeline, scope, defined);
      if (node.kind === 'write') return toText(value);
      const inside = (dot: unknown): string => write(node.body, { ...scope, dot }, defined);
      if (node.kind === 'range') return (value as unknown[]).map(inside).join('');
      if (isEmpty(value)) return '';
      return node.kind === 'with' ? inside(value) : inside(scope.dot);
    })
    .join('');
}

/** As the template language has it: an empty list or mapping counts as nothing. */
function isEmpty(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.keys(value).length === 0;
  return !value;
}

function toText(value: unknown): string {
  if (typeof value === 'string' || typeof value === 'number') return String(value);
  throw new Error(`a template writes ${JSON.stringify(value)}`);
}

function evaluate(pipeline: string, scope: Scope, defined: Map<string, Node[]>): unknown {
  let value: unknown;
  splitOutside(pipeline, '|').forEach((command, index) => {
    const [first = '', ...rest] = splitOutside(command.trim(), ' ').filter((word) => word !== '');
    const given = rest.map((word) => readTerm(word, scope, defined));
    if (index > 0) given.push(value);
    value = /^[a-z]/i.test(first)
      ? apply(first, given, scope, defined)
      : readTerm(first, scope, defined);
  });
  return value;
}

function readTerm(word: string, scope: Scope, defined: Map<string, Node[]>): unknown {
  if (word.startsWith('(')) return evaluate(word.slice(1, -1), scope, defined);
  if (word.startsWith('"')) return JSON.parse(word) as string;
  if (/^\d+$/.test(word)) return Number(word);
  if (word === '.') return scope.dot;
  if (word === 'dict') return {};
  if (!word.startsWith('.')) throw new Error(`\`${word}\` is not known in templates here`);
  let value = scope.dot;
  for (const name of word.slice(1).split('.')) {
    if (typeof value !== 'object' || value === null || !(name in value))
      throw new Error(`there is no value \`${word}\``);
    value = (value as Record<string, unknown>)[name];
  }
  return value;
}

function apply(
  name: string,
  given: readonly unknown[],
  scope: Scope,
  defined: Map<string, Node[]>,
): unknown {
  const [first, second] = given;
  switch (name) {
    case 'int':
      return Number(first);
    case 'ne':
      return first !== second;
    case 'and':
      return given.find(isEmpty) ?? given.at(-1);
    case 'not':
      return isEmpty(first);
    case 'add':
      return given.reduce<number>((sum, each) => sum + Number(each), 0);
    case 'mul':
      return given.reduce<number>((product, each) => product * Number(each), 1);
    case 'div':
      return Math.floor(Number(first) / Number(second));
    case 'dig':
      return dig(given.slice(0, -2).map(String), given.at(-2), given.at(-1));
    case 'fail':
      throw new Error(String(first));
    case 'quote':
      return JSON.stringify(String(first));
    case 'default':
      return isEmpty(second) ? first : second;
    case 'printf':
      return given
        .slice(1)
        .reduce<string>((text, part) => text.replace('%s', String(part)), String(first));
    case 'toYaml':
      return stringify(first).trimEnd();
    case 'nindent':
      return `\n${String(second).replace(/^(?=.)/gm, ' '.repeat(Number(first)))}`;
    case 'sha256sum':
      return createHash('sha256').update(String(first)).digest('hex');
    case 'include':
      return write(defined.get(String(first)) ?? [], { ...scope, dot: second }, defined).trim();
    default:
      throw new Error(`\`${name}\` is not known in templates here`);
  }
}

/** What stands at the end of these names; where one is missing, something else. */
function dig(names: readonly string[], otherwise: unknown, from: unknown): unknown {
  let value = from;
  for (const name of names) {
    if (typeof value !== 'object' || value === null || !(name in value)) return otherwise;
    value = (value as Record<string, unknown>)[name];
  }
  return value;
}

function splitOutside(text: string, separator: string): string[] {
  const parts = [''];
  let depth = 0;
  let quoted = false;
  for (const sign of text) {
    if (sign === '"') quoted = !quoted;
    if (!quoted && sign === '(') depth += 1;
    if (!quoted && sign === ')') depth -= 1;
    if (sign === separator && depth === 0 && !quoted) parts.push('');
    else parts.push((parts.pop() ?? '') + sign);
  }
  return parts;
}
