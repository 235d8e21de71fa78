import { join } from 'node:path';

// Each test file and each gateway that it starts is a process of its own, and compiles the same sources as the others.
// By the variable, because all of them inherit it, their threads too; the command line keeps what it compiles likewise.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, 'node_modules/.cache/compiled');

export default {
  testEnvironment: '<rootDir>/test/runner/native-environment.ts',
  runtime: '<rootDir>/test/runner/native-runtime.ts',
  testSequencer: '<rootDir>/test/runner/long-first.ts',
  roots: ['<rootDir>/test'],
  testMatch: ['**/*.test.ts'],
  moduleFileExtensions: ['ts', 'js', 'mjs', 'cjs', 'json', 'node'],
  transform: {},
  // Each file gets a process of its own: what one leaves behind is not there for the next. Any other figure than 0 is
  // looked at while the next file has begun in the old process, which is then ended with what it had started left behind.
  workerIdleMemoryLimit: 0,
  cacheDirectory: 'node_modules/.cache/jest',
  // Room for a machine that is slow or does other things too; no test asserts that it took less.
  testTimeout: 300_000 * Number(process.env.DRAWS || 1),
  // However many cores there are: the processes that the end-to-end tests start take what is left.
  maxWorkers: 2,
  reporters: [
    'default',
    ...(process.env.TEST_SUMMARY ? ['<rootDir>/.ci/summary-reporter.js'] : []),
  ],
};
