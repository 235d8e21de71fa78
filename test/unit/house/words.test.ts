/** Words that the house does without: promises for later, ways round the checker, short forms and praise of itself. */
import { describe, expect, test } from '@jest/globals';
import { listFiles, readText } from '../../support/repository.ts';

// A test about words has to name them; everything else may not.
const own = /^test\/unit\/house\/words\.test\.ts$/;
const code = listFiles(/^(src|test|bench|tools|bin|console\/src)\/.*\.[jt]sx?$/).filter(
  (path) => !own.test(path),
);
const documents = listFiles(/^[^/]+\.md$|^docs\/.*\.md$/);

function findLines(paths: readonly string[], pattern: RegExp): readonly string[] {
  return paths.flatMap((path) =>
    readText(path)
      .split('\n')
      .flatMap((line, index) =>
        pattern.test(line) ? [`${path}:${index + 1}: ${line.trim()}`] : [],
      ),
  );
}

describe('the code', () => {
  test.each([
    ['work left for later', /(\/\/|\/\*|^\s*\*).*\b(TODO|FIXME|XXX|HACK)\b/],
    ['ways round the checker', /@ts-(ignore|nocheck|expect-error)|eslint-disable|prettier-ignore/],
    [
      'tests that do not run',
      /\b(test|it|describe)\.(skip|only|todo|failing)(\(|\.each)|\bx(it|test|describe)\(/,
    ],
    ['mocks of our own parts', /\bjest\.(mock|unstable_mockModule|doMock|spyOn)\b/],
    ['default exports', /^export default\b/],
    ['namespaces and enums', /^(export )?(declare )?(const )?(enum|namespace) \w/],
    ['banners', /^\s*(\/\/|\/\*+|\*)\s*[-=*#~]{4,}/],
    [
      'short forms',
      /\b(const|let|function)\s+(req|res|cfg|ctx|opts|cb|buf|idx|str|num|obj|arr|tmp|evt|mgr|svc)\b/,
    ],
    ['paths of somebody\u2019s machine', /(?<![\w.])\/(home|Users|root)\/\w/],
  ])('holds no %s', (_, pattern) => {
    expect(findLines(code, pattern)).toEqual([]);
  });
});

describe('the documents', () => {
  test.each([
    [
      'praise',
      /\b(blazing|seamless|cutting-edge|world-class|best-in-class|enterprise-grade|effortless|state-of-the-art|battle-tested|next-generation|game-chang\w+|revolutionary|bulletproof|unparalleled)/i,
    ],
    // In small letters `todo` is a key of a policy's tests.
    ['work left for later', /\b(TODO|FIXME|TBD|[Ll]orem ipsum)\b/],
    ['paths of somebody\u2019s machine', /(?<![\w.])\/(home|Users|root)\/\w/],
  ])('hold no %s', (_, pattern) => {
    expect(findLines(documents, pattern)).toEqual([]);
  });
});
