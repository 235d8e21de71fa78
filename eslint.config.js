import js from '@eslint/js';
import reactHooks from 'eslint-plugin-react-hooks';
import regexp from 'eslint-plugin-regexp';
import tseslint from 'typescript-eslint';

const everywhere = [
  { selector: 'ExportDefaultDeclaration', message: 'Name what you export.' },
  { selector: 'TSEnumDeclaration', message: 'Use a union of literals.' },
];
const drawn = 'CallExpression[callee.object.name="fc"][callee.property.name="assert"]';
const drawnMessage =
  'Take how often from `draws()` of test/support/, so that `npm run draws` reaches it.';

export default tseslint.config(
  { ignores: ['node_modules/', 'dist/', 'data/', 'coverage/', 'console/dist/'] },
  js.configs.recommended,
  {
    files: ['**/*.ts', '**/*.tsx'],
    extends: [tseslint.configs.strictTypeChecked],
    languageOptions: {
      parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname },
    },
    rules: {
      // Numbers in messages are meant; everything else in a template has to be a string.
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/explicit-module-boundary-types': 'error',
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', ignoreRestSiblings: true },
      ],
      'max-lines': ['error', { max: 250, skipBlankLines: true, skipComments: true }],
      'max-lines-per-function': ['error', { max: 50, skipBlankLines: true, skipComments: true }],
      'no-restricted-syntax': ['error', ...everywhere],
    },
  },
  {
    // What a stranger wrote goes through these: a pattern that may take the square of a text's length can stop the house.
    files: ['src/**/*.ts', 'console/src/**/*.ts', 'console/src/**/*.tsx'],
    ignores: [
      // Lines of 200 characters.
      'src/governance/detectors/content-code.ts',
      // Words of 40.
      'src/governance/detectors/wording/said-in-programs.ts',
      // Patterns of 2,000, which the schema bounds.
      'src/governance/policy/patterns/slips.ts',
    ],
    plugins: { regexp },
    rules: {
      'regexp/no-super-linear-backtracking': ['error', { report: 'certain' }],
      'regexp/no-super-linear-move': ['error', { report: 'certain' }],
    },
  },
  {
    // A describe block is a list of tests, not a function that somebody has to hold in mind.
    files: ['test/**/*.ts'],
    rules: {
      'max-lines-per-function': 'off',
      'max-lines': 'off',
      'no-restricted-syntax': [
        'error',
        ...everywhere,
        { selector: `${drawn}[arguments.length=1]`, message: drawnMessage },
        { selector: `${drawn} Property[key.name="numRuns"]`, message: drawnMessage },
      ],
    },
  },
  {
    files: ['console/**/*.tsx', 'console/**/*.ts'],
    plugins: { 'react-hooks': reactHooks },
    rules: {
      'react-hooks/rules-of-hooks': 'error',
      'react-hooks/exhaustive-deps': 'error',
    },
  },
  {
    files: ['**/*.js', '**/*.cjs'],
    languageOptions: { globals: { module: 'writable', process: 'readonly' } },
  },
);
