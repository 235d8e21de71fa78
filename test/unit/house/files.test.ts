/** How a file looks: a first sentence, one idea, a name for it, and a size that fits in a head. */
import { basename } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import ts from 'typescript';
import { listFiles, readText } from '../../support/repository.ts';

const code = listFiles(/^(src|bench|tools|console\/src)\/.*\.tsx?$/);
const told = listFiles(/^(src|bench|tools|test\/support|console\/src)\/.*\.tsx?$/);
const all = listFiles(/^(src|test|bench|tools|console\/src)\/.*\.tsx?$/);

const fileLinesMax = 250;
const functionLinesMax = 50;

function countLines(text: string): number {
  return text.replace(/\n$/, '').split('\n').length;
}

/** Lines that say something to the machine, which is also how the linter counts. */
function countCode(text: string): number {
  return text
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .split('\n')
    .filter((line) => !/^\s*(\/\/.*)?$/.test(line)).length;
}

function findLongFunctions(path: string): string[] {
  const source = ts.createSourceFile(path, readText(path), ts.ScriptTarget.Latest, true);
  const long: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node) && countCode(node.getText(source)) > functionLinesMax) {
      const { line } = source.getLineAndCharacterOfPosition(node.getStart(source));
      long.push(`${path}:${line + 1}`);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return long;
}

describe('a file', () => {
  test('begins with one sentence that says what it is or promises', () => {
    const sentence = /^\/\*\* \S.*[^\s.][.!?] \*\/$/;
    expect(told.filter((path) => !sentence.test(readText(path).split('\n', 1)[0] ?? ''))).toEqual(
      [],
    );
  });

  test(`has up to ${fileLinesMax} lines`, () => {
    const long = code.filter((path) => countCode(readText(path)) > fileLinesMax);
    expect(long).toEqual([]);
  });

  test('has a median under 80 lines', () => {
    const sizes = code
      .map((path) => countLines(readText(path)))
      .sort((left, right) => left - right);
    expect(sizes[Math.floor(sizes.length / 2)]).toBeLessThan(80);
  });

  test(`has functions of up to ${functionLinesMax} lines`, () => {
    expect(code.flatMap(findLongFunctions)).toEqual([]);
  });

  test('is named in kebab-case', () => {
    const name = /^[a-z0-9]+(-[a-z0-9]+)*(\.test|\.d)?\.tsx?$/;
    expect(all.filter((path) => !name.test(basename(path)))).toEqual([]);
  });

  test('stands in no folder that could hold anything', () => {
    const folder = /(^|\/)(utils?|common|helpers?|services?|managers?|types|misc|lib)\//;
    expect(all.filter((path) => folder.test(path))).toEqual([]);
  });
});
