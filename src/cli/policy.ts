/** `governance policy …`: what authors of policies write, test, explain, compare and ship them with. */
import { createTable } from './command-table.ts';

export const policyCommand = createTable(
  'governance policy',
  [
    {
      name: 'new',
      summary: 'begin a policy with a template that loads and passes its tests',
      load: async () => (await import('./policy-new.ts')).policyNew,
    },
    {
      name: 'lint',
      summary: 'tell every fault and every doubt, with its line and column',
      elsewhere: ['check', 'validate'],
      load: async () => (await import('./policy-lint.ts')).policyLint,
    },
    {
      name: 'fmt',
      summary: 'bring files into the canonical layout, comments kept',
      elsewhere: ['format'],
      load: async () => (await import('./policy-fmt.ts')).policyFmt,
    },
    {
      name: 'test',
      summary: 'run tests, measure what they reach, and see which changes they would miss',
      load: async () => (await import('./policy-test.ts')).policyTest,
    },
    {
      name: 'explain',
      summary: 'say of every rule why it did or did not fire on a text or a request',
      load: async () => (await import('./policy-explain.ts')).policyExplain,
    },
    {
      name: 'bench',
      summary: 'measure what policies cost, against a budget',
      load: async () => (await import('./policy-bench.ts')).policyBench,
    },
    {
      name: 'diff',
      summary: 'say what two versions rule differently on tests and samples',
      load: async () => (await import('./policy-diff.ts')).policyDiff,
    },
    {
      name: 'replay',
      summary: 'judge recorded exchanges again under other policies',
      load: async () => (await import('./policy-replay.ts')).policyReplay,
    },
    {
      name: 'shadow',
      summary: 'report what enforcing the shadow rules would have done',
      load: async () => (await import('./policy-shadow.ts')).policyShadow,
    },
    {
      name: 'schema',
      summary: 'print the JSON Schema of policy files, for editors',
      load: async () => (await import('./policy-schema.ts')).policySchemaCommand,
    },
  ],
  'Policies are read from --policies, GATEWAY_POLICIES or config/policies.\nExit status: 0 fine, 1 the policies or the thing checked are bad, 2 wrong usage,\n78 bad configuration.\n',
);
