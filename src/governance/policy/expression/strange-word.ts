/** Words in a condition that the field they are compared with can never be: a rule on one would never fire. */
import { severities } from '../../finding.ts';
import { partKinds, stages, unjudgedKinds } from '../../interaction.ts';
import { suggestion } from '../suggest.ts';
import type { Node } from './syntax.ts';
import type { Type, Words } from './type.ts';

export type StrangeWord = { readonly at: Node; readonly message: string };

/** Of the call's target and arguments, in their order. */
type Types = { readonly target: Type | undefined; readonly args: readonly Type[] };
type Lists = { readonly categories?: readonly string[] };

const lists: Readonly<Record<Exclude<Words, 'category'>, readonly string[]>> = {
  'kind of part': partKinds,
  'kind of content': unjudgedKinds,
  severity: severities,
  stage: stages,
};

/** Knows `==`, `!=`, `in` and `startsWith`; what is worked out as the condition runs is not looked at. */
export function findStrangeWords(
  { exprKind }: Node,
  types: Types,
  { categories }: Lists,
): readonly StrangeWord[] {
  if (exprKind.case !== 'callExpr') return [];
  const { function: name, args } = exprKind.value;
  const [left, right] = args;
  const [leftType, rightType] = types.args;
  const tell = (node: Node | undefined, type: Type | undefined, begins = false) =>
    node === undefined ? [] : tellStrange(node, type, categories, begins);
  switch (name) {
    case '_==_':
    case '_!=_':
      return [...tell(right, leftType), ...tell(left, rightType)];
    case '@in':
      return [
        ...tell(left, rightType?.kind === 'list' ? rightType.element : undefined),
        ...itemsOf(right).flatMap((item) => tell(item, leftType)),
      ];
    case 'startsWith':
      return tell(left, types.target, true);
    default:
      return [];
  }
}

function tellStrange(
  at: Node,
  type: Type | undefined,
  categories: readonly string[] | undefined,
  begins: boolean,
): readonly StrangeWord[] {
  const word = textOf(at);
  if (type?.kind !== 'string' || type.words === undefined || word === undefined) return [];
  const known = type.words === 'category' ? categories : lists[type.words];
  if (known === undefined) return [];
  if (known.some((one) => (begins ? one.startsWith(word) : one === word))) return [];
  const near = suggestion(word, known);
  const all = type.words === 'category' ? '' : `; they are \`${known.join('`, `')}\``;
  const message = begins
    ? `no ${type.words} begins with \`${word.slice(0, 60)}\``
    : `\`${word.slice(0, 60)}\` is no ${type.words}${near === '' ? all : near}`;
  return [{ at, message }];
}

function textOf({ exprKind }: Node): string | undefined {
  if (exprKind.case !== 'constExpr') return undefined;
  const { constantKind } = exprKind.value;
  return constantKind.case === 'stringValue' ? constantKind.value : undefined;
}

function itemsOf(node: Node | undefined): readonly Node[] {
  return node?.exprKind.case === 'listExpr' ? node.exprKind.value.elements : [];
}
