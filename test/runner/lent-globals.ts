/** Where the runner leaves what a test file imports by the name of `@jest/globals`. */

export type TestGlobals = Readonly<
  Record<
    'afterAll' | 'afterEach' | 'beforeAll' | 'beforeEach' | 'describe' | 'expect' | 'test',
    unknown
  >
>;

let lent: TestGlobals | undefined;

export function lendGlobals(globals: TestGlobals): void {
  lent = globals;
}

export function lentGlobals(): TestGlobals {
  if (lent === undefined) throw new Error('import @jest/globals in test files only');
  return lent;
}
