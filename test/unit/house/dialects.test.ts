/** The route tables of docs/DIALECTS.md and the README say of each route what the code says of it. */
import { describe, expect, test } from '@jest/globals';
import { showPattern } from '../../../src/proxy/path-pattern.ts';
import { listRoutes } from '../../../src/proxy/routes.ts';
import { readSection, readTable, readText } from '../../support/repository.ts';

/** `OpenAI POST /v1/chat/completions`, both formats where two share a path. */
const routes = listRoutes([]).flatMap((route) => [
  route,
  ...(route.other ? [route.other.route] : []),
]);
const offered = routes.map(({ method, path }) => `${method} ${showPattern(path)}`);
const named = routes.map(({ family }, index) => `${family} ${offered[index] ?? ''}`);

function listRoutesOf(section: string): readonly string[] {
  return readTable(readSection('docs/DIALECTS.md', section)).map(([, route = '']) =>
    route.replaceAll('`', ''),
  );
}

describe('docs/DIALECTS.md', () => {
  test('lists exactly the routes that are offered', () => {
    const listed = readTable(readSection('docs/DIALECTS.md', 'Routes that are offered')).map(
      ([family = '', route = '']) => `${family.toLowerCase()} ${route.replaceAll('`', '')}`,
    );
    expect(listed.sort()).toEqual([...new Set(named)].sort());
  });

  test('calls no route missing that is there', () => {
    const missing = readText('docs/DIALECTS.md').includes('## Routes that are not offered yet')
      ? listRoutesOf('Routes that are not offered yet')
      : [];
    expect(missing.filter((route) => offered.includes(route))).toEqual([]);
  });
});

describe('the README', () => {
  test('says truthfully which clients work', () => {
    const clients = readTable(readSection('README.md', 'Point your client at it'));
    expect(clients.length).toBeGreaterThan(5);
    for (const [client, , , route = '', works] of clients) {
      const isOffered = offered.includes(route.replaceAll('`', ''));
      expect([client, works]).toEqual([client, isOffered ? 'yes' : 'not yet']);
    }
  });
});

/** Tables of clients: what stands before the first heading of a page, and sections of their own. */
const tables: readonly (readonly [page: string, section?: string])[] = [
  ['docs/FRAMEWORKS.md'],
  ['docs/FRAMEWORKS.md', 'Python'],
  ['docs/CODING-AGENTS.md'],
];

describe.each(tables)('%s %s', (page, section) => {
  const written =
    section === undefined ? readText(page).split('\n## ')[0] : readSection(page, section);
  const clients = readTable(written ?? '');

  test('names only routes that are offered, and where a client sends to', () => {
    expect(clients.length).toBeGreaterThan(3);
    for (const [client, version = '', , address = '', route = ''] of clients) {
      const isOffered = offered.includes(route.replaceAll('`', ''));
      expect([client, isOffered]).toEqual([client, true]);
      // The version in the path is the client's to add, or the address holds it.
      expect([client, address]).toEqual([
        client,
        expect.stringMatching(/^`http:\/\/127\.0\.0\.1:8080(?:\/v1(?:beta)?)?`$/),
      ]);
      expect([client, version]).toEqual([client, expect.stringMatching(/^\d+\.\d+\.\d+$/)]);
    }
  });

  test('is named by the README', () => {
    expect(readText('README.md')).toContain(`](${page})`);
  });
});
