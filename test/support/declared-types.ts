/** Every place in which the type declarations of an official client have a text, and the smallest value with a text in it. */
import { join } from 'node:path';
import ts from 'typescript';

export type DeclaredPlace = {
  readonly name: string;
  /** The word of the format that stands there; undefined where any text may. */
  readonly literal: string | undefined;
  readonly toValue: (text: string) => unknown;
};

const root = join(import.meta.dirname, '..', '..');
const options: ts.CompilerOptions = {
  strict: true,
  skipLibCheck: true,
  noEmit: true,
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  target: ts.ScriptTarget.ES2024,
  types: ['node'],
};

/** `source` declares one type under each name that is asked for. */
export function readDeclared(source: string): ReadonlyMap<string, readonly DeclaredPlace[]> {
  const path = join(root, 'declared.ts');
  const host = ts.createCompilerHost(options);
  // What clients say of their members in words is half of what they declare, and no type.
  host.jsDocParsingMode = ts.JSDocParsingMode.ParseNone;
  const read = host.getSourceFile.bind(host);
  host.getSourceFile = (file, language) =>
    file === path ? ts.createSourceFile(file, source, language) : read(file, language);
  const program = ts.createProgram([path], options, host);
  const checker = program.getTypeChecker();
  const declared = new Map<string, readonly DeclaredPlace[]>();
  for (const one of program.getSourceFile(path)?.statements ?? [])
    if (ts.isTypeAliasDeclaration(one))
      declared.set(one.name.text, new Walk(checker).placesOf(checker.getTypeAtLocation(one)));
  return declared;
}

type Wrap = (value: unknown) => unknown;
type Way = {
  readonly name: string;
  readonly wrap: Wrap;
  /** What the walk stands in: a type inside itself says nothing new. */
  readonly within: readonly ts.Type[];
};

const empty = ts.TypeFlags.Null | ts.TypeFlags.Undefined | ts.TypeFlags.Void | ts.TypeFlags.Never;
const quiet = empty | ts.TypeFlags.BooleanLike | ts.TypeFlags.NumberLike;
const anything = ts.TypeFlags.Any | ts.TypeFlags.Unknown | ts.TypeFlags.NonPrimitive;
const byteTypes = new Set(['Uint8Array', 'Buffer', 'Blob', 'ArrayBuffer']);

class Walk {
  readonly #checker: ts.TypeChecker;
  readonly #places = new Map<string, DeclaredPlace>();

  constructor(checker: ts.TypeChecker) {
    this.#checker = checker;
  }

  placesOf(type: ts.Type): readonly DeclaredPlace[] {
    this.#walk(type, { name: '', wrap: (value) => value, within: [] });
    return [...this.#places.values()];
  }

  #add({ name, wrap }: Way, literal?: string): void {
    const key = literal === undefined ? name : `${name}=${literal}`;
    this.#places.set(key, { name: key, literal, toValue: (text) => wrap(literal ?? text) });
  }

  #walk(type: ts.Type, way: Way): void {
    const { flags } = type;
    if (type.isUnion()) for (const one of type.types) this.#walk(one, way);
    else if (type.isStringLiteral()) this.#add(way, type.value);
    else if (flags & ts.TypeFlags.StringLike || isTextOrWord(type)) this.#add(way);
    else if (flags & anything) {
      this.#add(way);
      this.#add({ ...way, name: `${way.name}.*`, wrap: (value) => way.wrap({ any: value }) });
    } else if ((flags & quiet) === 0 && type.getCallSignatures().length === 0)
      this.#walkInside(type, way);
  }

  #walkInside(type: ts.Type, way: Way): void {
    const { name, wrap, within } = way;
    if (within.includes(type)) return;
    if (byteTypes.has(type.symbol.name)) {
      this.#add(way);
      return;
    }
    const [item] = this.#checker.isArrayType(type)
      ? this.#checker.getTypeArguments(type as ts.TypeReference)
      : [];
    if (item !== undefined) {
      this.#walk(item, { name: `${name}[]`, wrap: (value) => wrap([value]), within });
      return;
    }
    const told = this.#toldBy(type);
    const label = told.type ?? told.role;
    const at = label === undefined ? name : `${name}{${label}}`;
    const enter = (member: string, inner: ts.Type): void => {
      this.#walk(inner, {
        name: `${at}.${member}`,
        wrap: (value) => wrap({ ...told, [member]: value }),
        within: [...within, type],
      });
    };
    for (const member of this.#checker.getPropertiesOfType(type))
      if (/^\w+$/.test(member.name)) enter(member.name, this.#checker.getTypeOfSymbol(member));
    for (const { type: inner } of this.#checker.getIndexInfosOfType(type)) enter('any', inner);
  }

  /** The members that say which of several kinds an object is. */
  #toldBy(type: ts.Type): Readonly<Record<string, string>> {
    const told: Record<string, string> = {};
    for (const name of ['type', 'role']) {
      const member = this.#checker.getPropertyOfType(type, name);
      if (member === undefined) continue;
      const of = this.#checker.getTypeOfSymbol(member);
      const words = (of.isUnion() ? of.types : [of]).filter(({ flags }) => (flags & empty) === 0);
      const [first] = words;
      if (first?.isStringLiteral() === true && words.every((one) => one.isStringLiteral()))
        told[name] = first.value;
    }
    return told;
  }
}

/** `string & {}` stands beside words that are known. */
function isTextOrWord(type: ts.Type): boolean {
  return (
    type.isIntersection() && type.types.some(({ flags }) => (flags & ts.TypeFlags.StringLike) !== 0)
  );
}
