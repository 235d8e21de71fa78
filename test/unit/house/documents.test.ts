/** What the documents point at exists: files, headings, scripts, commands, rooms, decisions and dependencies. */

import { dirname, join, normalize } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import { toGoals } from '../../../bench/report.ts';
import { rows } from '../../../bench/rows.ts';
import { main } from '../../../src/cli/main.ts';
import {
  exists,
  listFiles,
  readSection,
  readTable,
  readText,
  root,
} from '../../support/repository.ts';

const documents = listFiles(/^[^/]+\.md$|^(docs|bench)\/.*\.md$/);
const manifest = z
  .object({
    scripts: z.record(z.string(), z.string()),
    dependencies: z.record(z.string(), z.string()),
    optionalDependencies: z.record(z.string(), z.string()),
    devDependencies: z.record(z.string(), z.string()),
  })
  .parse(JSON.parse(readText('package.json')));

/** Those that need not be there as well: where one is used, its absence is told. */
const atRunTime = [
  ...Object.keys(manifest.dependencies),
  ...Object.keys(manifest.optionalDependencies),
];

/** Text outside code blocks. */
function readProse(path: string): string {
  return readText(path).replace(/^```[\s\S]*?^```$/gm, '');
}

/** The anchors of a page, as they are made from its headings. */
function listAnchors(path: string): readonly string[] {
  return [...readProse(path).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

function findBrokenLinks(path: string): readonly string[] {
  const links = [...readProse(path).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link);
  return links
    .filter((link) => !/^(https?|mailto):/.test(link))
    .filter((link) => {
      const [file = '', anchor] = link.split('#');
      const target = file === '' ? path : normalize(join(dirname(path), file));
      if (!exists(target)) return true;
      return anchor !== undefined && !listAnchors(target).includes(anchor);
    })
    .map((link) => `${path}: ${link}`);
}

describe('documents', () => {
  test('link only to what exists', () => {
    expect(documents.length).toBeGreaterThan(10);
    expect(documents.flatMap(findBrokenLinks)).toEqual([]);
  });

  test('name only scripts that exist', () => {
    const named = documents.flatMap((path) =>
      [...readText(path).matchAll(/npm run (?:-s )?([a-z][\w:-]*)/g)].map(([, name = '']) => name),
    );
    expect(named.length).toBeGreaterThan(3);
    expect(named.filter((name) => manifest.scripts[name] === undefined)).toEqual([]);
  });

  test('name only commands that exist', async () => {
    const named = new Set(
      documents.flatMap((path) =>
        [...readText(path).matchAll(/(?:`|npx |\$ )governance ([a-z-]+)( [a-z]+)?/g)].map((found) =>
          [found[1] ?? '', (found[2] ?? '').trim()].filter((word) => word !== '').join(' '),
        ),
      ),
    );
    expect(named.size).toBeGreaterThan(1);
    for (const command of named) {
      const io = {
        out: () => undefined,
        error: () => undefined,
        environment: {},
        cwd: root,
        terminal: false,
      };
      expect([command, await main([...command.split(' '), '--help'], io)]).toEqual([command, 0]);
    }
  });

  test('name only files of the project that exist', () => {
    const path = /^(src|test|config|deploy|docs|bench|tools|bin)\/[\w./-]+$/;
    const named = documents.flatMap((document) =>
      [...readProse(document).matchAll(/`([^`\s]+)`/g)]
        .map(([, code = '']) => code)
        .filter((code) => path.test(code) && !exists(code))
        .map((code) => `${document}: ${code}`),
    );
    expect(named).toEqual([]);
  });

  test('are all reached from the README', () => {
    const linked = [...readText('README.md').matchAll(/\]\(([^)#]+)\)/g)].map(([, link]) => link);
    const pages = listFiles(/^(docs\/)?[A-Z][A-Z-]*\.md$/).filter((path) => path !== 'README.md');
    expect(pages.filter((path) => !linked.includes(path))).toEqual([]);
  });
});

describe('ARCHITECTURE.md', () => {
  const map = readTable(readSection('ARCHITECTURE.md', 'The map')).map(([path = '']) =>
    path.replaceAll('`', ''),
  );

  test('maps every room of src and only those', () => {
    const rooms = new Set(listFiles(/^src\//).map((path) => path.split('/').slice(0, 2).join('/')));
    const mapped = map.filter((path) => /^src\/[^/]+\/?$/.test(path));
    expect(mapped.map((path) => path.replace(/\/$/, '')).sort()).toEqual([...rooms].sort());
    expect(map.filter((path) => !exists(path))).toEqual([]);
  });

  test('maps every folder of the project', () => {
    const folders = listFiles(/\//).map((path) => `${path.split('/')[0]}/`);
    const seen = new Set(folders.filter((folder) => !folder.startsWith('.')));
    expect([...seen].filter((folder) => !map.some((path) => path.startsWith(folder)))).toEqual([]);
  });

  test('each invariant names tests that exist', () => {
    const invariants = readSection('ARCHITECTURE.md', 'Invariants')
      .split(/^(?=\d+\. )/m)
      .filter((text) => /^\d+\. /.test(text));
    expect(invariants.map((text) => Number.parseInt(text, 10))).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    for (const invariant of invariants) {
      const guards = [
        ...invariant.matchAll(/^\s+- `(test\/[^`]+)`:\s+([^\n]+(?:\n {4,}\S[^\n]*)*)/gm),
      ];
      expect([invariant.slice(0, 40), guards.length > 0]).toEqual([invariant.slice(0, 40), true]);
      for (const [, path = '', name = ''] of guards) {
        const title = name.replace(/\s+/g, ' ').trim();
        expect([title, exists(path) && readText(path).includes(title)]).toEqual([title, true]);
      }
    }
  });
});

describe('decisions', () => {
  const decisions = listFiles(/^docs\/decisions\//);

  test('are numbered without a gap and titled by their number', () => {
    decisions.forEach((path, index) => {
      const number = String(index + 1).padStart(3, '0');
      expect(path).toMatch(new RegExp(`/${number}-[a-z0-9-]+\\.md$`));
      expect(readText(path)).toMatch(new RegExp(`^# ${number}: `));
    });
    expect(decisions.length).toBeGreaterThanOrEqual(5);
  });

  test('tell context, decision and consequences', () => {
    for (const path of decisions) {
      const headings = [...readText(path).matchAll(/^## (.+)$/gm)].map(([, heading]) => heading);
      expect([path, headings]).toEqual([path, ['Context', 'Decision', 'Consequences']]);
    }
  });

  test('give a reason for each dependency at run time', () => {
    const explained = readTable(readText('docs/decisions/005-dependencies.md')).map(
      ([name]) => name,
    );
    const used = atRunTime.map((name) => `\`${name}\``);
    expect(explained.sort()).toEqual(used.sort());
  });
});

describe('packages', () => {
  test('that src uses are dependencies, all of them and no others', () => {
    const used = new Set(
      listFiles(/^src\/.*\.ts$/).flatMap((path) =>
        [...readText(path).matchAll(/(?:\bfrom|\bimport\()\s*'((?:@[\w-]+\/)?[\w-]+)[^']*'/g)]
          .map(([, name = '']) => name)
          .filter((name) => name !== 'node'),
      ),
    );
    expect([...used].sort()).toEqual([...atRunTime].sort());
  });

  test('at run time run nothing when they are installed', () => {
    const { packages } = z
      .object({
        packages: z.record(
          z.string(),
          z.looseObject({ dev: z.boolean().optional(), hasInstallScript: z.boolean().optional() }),
        ),
      })
      .parse(JSON.parse(readText('package-lock.json')));
    const own = Object.entries(packages).filter(([name, { dev }]) => name !== '' && dev !== true);
    expect(own.length).toBeGreaterThan(20);
    expect(own.filter(([, one]) => one.hasInstallScript === true)).toEqual([]);
  });
});

describe('bench/README.md', () => {
  test('lists the rows that there are, with their goals', () => {
    const documented = readTable(readText('bench/README.md'));
    expect(documented.map(([name, , goal]) => [name, goal])).toEqual(
      rows.map((row) => [`\`${row.name}\``, toGoals(row)]),
    );
  });
});

describe('docs/PERFORMANCE.md', () => {
  const heading = 'What has not been reached, and what was tried';
  const headings = readSection('docs/PERFORMANCE.md', heading).match(/^### .+$/gm) ?? [];
  const goals = readTable(readSection('docs/PERFORMANCE.md', 'Goals, and what was measured'));

  test('says of the row of each missed goal what is left', () => {
    const missed = goals.filter(([, , , met]) => met === 'missed').map(([, , , , row]) => row);
    const told = headings.flatMap((line) => line.match(/`[^`]+`/g) ?? []);
    expect(goals.length).toBeGreaterThan(30);
    expect(missed.filter((row) => row === undefined || !told.includes(row))).toEqual([]);
  });

  test('has no heading there without a row that the bench knows', () => {
    const known = rows.map((row) => row.name);
    const rowsOf = (line: string): readonly string[] =>
      [...line.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
    expect(headings.length).toBeGreaterThan(5);
    expect(headings.filter((line) => rowsOf(line).length === 0)).toEqual([]);
    expect(headings.flatMap(rowsOf).filter((name) => !known.includes(name))).toEqual([]);
  });
});

describe('the README', () => {
  test('names the Node line that is pinned', () => {
    const [major] = (manifest.devDependencies['node'] ?? '').split('.');
    expect(readText('README.md')).toContain(`Node ${major}`);
  });
});
