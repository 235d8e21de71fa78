/** The image holds what the gateway needs at run time and nothing else, and runs as nobody in particular. */
import { describe, expect, test } from '@jest/globals';
import { exists, readText } from '../../support/repository.ts';

const dockerfile = readText('Dockerfile');
const [build = '', final = ''] = dockerfile.split(/^(?=FROM )/m).slice(1);
const packageFile = JSON.parse(readText('package.json')) as {
  readonly devDependencies: Readonly<Record<string, string>>;
};

/** Sources of COPY that come from the checkout. */
function listCopied(stage: string): readonly string[] {
  return [...stage.matchAll(/^COPY (?!--from)(.+)$/gm)].flatMap(([, words = '']) =>
    words.split(/\s+/).slice(0, -1),
  );
}

describe('Dockerfile', () => {
  test('has two stages on the same Node line as the checkout', () => {
    const [major] = (packageFile.devDependencies['node'] ?? '').split('.');
    expect(build).toMatch(new RegExp(`^FROM node:${major}-slim AS build$`, 'm'));
    expect(final).toMatch(new RegExp(`^FROM node:${major}-slim$`, 'm'));
  });

  test('copies only what exists and what .dockerignore lets through', () => {
    const admitted = readText('.dockerignore')
      .split('\n')
      .filter((line) => line.startsWith('!'))
      .map((line) => line.slice(1));
    const copied = [...listCopied(build), ...listCopied(final)];
    expect(copied.length).toBeGreaterThan(5);
    expect(copied.filter((path) => !exists(path))).toEqual([]);
    expect(copied.filter((path) => !admitted.includes(path))).toEqual([]);
    expect(admitted.filter((path) => !copied.includes(path))).toEqual([]);
  });

  test('.dockerignore shuts out everything first', () => {
    const lines = readText('.dockerignore').split('\n');
    expect(lines.find((line) => line !== '' && !line.startsWith('#'))).toBe('*');
  });

  test('runs as a numbered user that is not root, without development packages', () => {
    expect(final).toMatch(/^USER (?!0\b)\d+:\d+$/m);
    expect(build).toContain('npm prune --omit=dev');
    expect(final).not.toMatch(/npm (ci|i|install)\b/);
  });

  test('asks for readiness with node alone', () => {
    const [, command = ''] = /HEALTHCHECK[^[]*(\[.*\])$/m.exec(final.replaceAll('\\\n', '')) ?? [];
    const words = JSON.parse(command) as readonly string[];
    expect(words.slice(0, 2)).toEqual(['node', '-e']);
    expect(words[2]).toContain('/readyz');
    expect(final).not.toMatch(/\b(curl|wget)\b/);
  });

  test('every path it starts is one that the build makes', () => {
    const [, entry = ''] = /^CMD \[.*"dist\/(.+)\.js"\]$/m.exec(final) ?? [];
    expect(exists(`src/${entry}.ts`)).toBe(true);
  });
});
