/** The words of the glossary are the words of the code, and the other way round. */
import { describe, expect, test } from '@jest/globals';
import ts from 'typescript';
import { entryTypes } from '../../../src/audit/line.ts';
import { actions, modes } from '../../../src/governance/decision.ts';
import { severities } from '../../../src/governance/finding.ts';
import { partKinds, stages, unjudgedKinds } from '../../../src/governance/interaction.ts';
import { scopes } from '../../../src/governance/scope.ts';
import { readSection, readTable, readText } from '../../support/repository.ts';

const rows = readTable(readSection('ARCHITECTURE.md', 'Glossary'));

function findValues(word: RegExp): readonly string[] {
  const [, cell = ''] = rows.find(([first = '']) => word.test(first)) ?? [];
  return [...cell.matchAll(/`([^`]+)`/g)].map(([, value = '']) => value);
}

/** The types that rooms may tell, from the one place where they are written down. */
function listEventTypes(): readonly string[] {
  const path = 'src/governance/event.ts';
  const source = ts.createSourceFile(path, readText(path), ts.ScriptTarget.Latest, true);
  const types: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isPropertySignature(node) && node.name.getText(source) === 'type')
      types.push(...[...node.getText(source).matchAll(/'(\w+)'/g)].map(([, type = '']) => type));
    ts.forEachChild(node, visit);
  };
  visit(source);
  return types;
}

describe('the glossary', () => {
  test.each([
    ['part kinds', /^part kind/, partKinds],
    ['stages', /^stage/, stages],
    ['unjudged kinds', /^unjudged kind/, unjudgedKinds],
    ['severities', /^severity/, severities],
    ['actions', /^action/, actions],
    ['modes', /^mode/, modes],
    ['scopes', /^scope/, scopes],
  ])('lists the %s in the order of the code', (_, word, values) => {
    expect(findValues(word)).toEqual(values);
  });

  test('lists the entry types, those that rooms tell and those of the trail itself', () => {
    const documented = rows
      .filter(([, meaning = '']) => /^(before|when|at|for|while) /.test(meaning))
      .map(([type = '']) => type.replaceAll('`', ''));
    expect(documented.sort()).toEqual([...entryTypes].sort());
    expect(documented).toEqual(expect.arrayContaining([...listEventTypes()]));
  });

  test('explains the central types', () => {
    const prose = readSection('ARCHITECTURE.md', 'Glossary');
    for (const word of ['Exchange', 'Interaction', 'Part', 'View', 'Finding', 'Failure', 'Firing'])
      expect(prose).toContain(`**${word}**`);
    for (const word of ['Ruling', 'Entry', 'Policy', 'Bundle', 'Dialect', 'Upstream', 'Journal'])
      expect(prose).toContain(`**${word}**`);
  });
});
