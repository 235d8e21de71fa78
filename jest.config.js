// One worker per two cores would starve the processes that the end-to-end tests start, so half of them it is.
export default {
  testEnvironment: 'node',
  roots: ['<rootDir>/test'],
  testMatch: ['**/*.test.ts'],
  extensionsToTreatAsEsm: ['.ts'],
  moduleFileExtensions: ['ts', 'js', 'mjs', 'cjs', 'json', 'node'],
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      {
        jsc: {
          parser: { syntax: 'typescript' },
          target: 'es2024',
          experimental: { keepImportAttributes: true },
        },
        module: { type: 'es6' },
        sourceMaps: 'inline',
      },
    ],
  },
  cacheDirectory: 'node_modules/.cache/jest',
  // Room for a machine that does other things too; no test asserts that it took less.
  testTimeout: 90_000,
  maxWorkers: 2,
  reporters: [
    'default',
    ...(process.env.TEST_SUMMARY ? ['<rootDir>/.ci/summary-reporter.js'] : []),
  ],
};
