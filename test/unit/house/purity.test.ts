/** Invariant 1 as far as imports cannot show it: the core asks no clock, no chance, no process and no network. */
import { describe, expect, test } from '@jest/globals';
import ts from 'typescript';
import { listFiles, readText } from '../../support/repository.ts';

const core = listFiles(/^src\/governance\/.*\.ts$/);

const forbidden = new Set([
  'Date.now',
  'Math.random',
  'performance',
  'process',
  'console',
  'fetch',
  'crypto',
  'setTimeout',
  'setInterval',
  'setImmediate',
  'queueMicrotask',
  'globalThis',
  'require',
  'eval',
  'Function',
]);

/** Uses of a global by name; a member, a property name or a type of that name is no use. */
function findUses(path: string, text: string): string[] {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const uses: string[] = [];
  const note = (node: ts.Node, name: string): void => {
    const { line } = source.getLineAndCharacterOfPosition(node.getStart(source));
    uses.push(`${path}:${line + 1}: ${name}`);
  };
  const visit = (node: ts.Node): void => {
    if (ts.isPropertyAccessExpression(node) && forbidden.has(node.getText(source)))
      note(node, node.getText(source));
    if (ts.isNewExpression(node) && node.expression.getText(source) === 'Date')
      if ((node.arguments?.length ?? 0) === 0) note(node, 'new Date()');
    if (ts.isCallExpression(node) && node.expression.getText(source) === 'Date')
      note(node, 'Date()');
    if (ts.isIdentifier(node) && forbidden.has(node.text) && isValue(node)) note(node, node.text);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return uses;
}

function isValue(node: ts.Identifier): boolean {
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent)) return parent.expression === node;
  if (ts.isCallExpression(parent) || ts.isNewExpression(parent)) return true;
  return false;
}

describe('governance', () => {
  test('reads no clock, draws no lots and reaches for nothing outside', () => {
    expect(core.length).toBeGreaterThan(10);
    expect(core.flatMap((path) => findUses(path, readText(path)))).toEqual([]);
  });

  test('would be told apart from code that does', () => {
    const text = [
      'export const a = Date.now();',
      'export const b = new Date();',
      'export const c = new Date(0);',
      'export const d = Math.random();',
      'export const e = process.env;',
      'export const f = { process: 1 }.process;',
      'setTimeout(() => 1, 1);',
    ].join('\n');
    expect(findUses('x.ts', text)).toEqual([
      'x.ts:1: Date.now',
      'x.ts:2: new Date()',
      'x.ts:4: Math.random',
      'x.ts:5: process',
      'x.ts:7: setTimeout',
    ]);
  });
});
