/** Policies that know one word each, in a directory of their own. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const replacement = 'taken-out';

export type WordPolicy = {
  readonly word: string;
  readonly action: 'block' | 'redact';
  readonly onBlock?: 'error' | 'refusal';
  readonly stages?: readonly ('request' | 'response')[];
};

function writePolicy(id: string, { word, action, onBlock, stages }: WordPolicy): string {
  const redact = { patterns: ['word'], operator: 'replace', with: replacement };
  return JSON.stringify({
    apiVersion: 'governance/v1',
    kind: 'Policy',
    metadata: { id, title: id, owner: 'tests', severity: 'high', status: 'test' },
    spec: {
      mode: 'enforce',
      onError: 'block',
      ...(onBlock && { onBlock }),
      ...(stages && { stages }),
      patterns: { word: { keywords: [word] } },
      rules: [{ id, when: 'hit("word")', action, ...(action === 'redact' && { redact }) }],
    },
  });
}

// A busy machine is no broken disk, and an address that fails often on purpose is not to be slowed down.
const settings = 'audit: { writeTimeoutMs: 30000 }\nrateLimit: { failuresPerMinute: 100000 }\n';

export type WordPolicies = {
  readonly directory: string;
  /** What a gateway is started with so that it knows these words and nothing else. */
  readonly environment: Readonly<Record<string, string>>;
  readonly remove: () => Promise<void>;
};

export async function writeWordPolicies(
  policies: Readonly<Record<string, WordPolicy>>,
): Promise<WordPolicies> {
  const directory = await mkdtemp(join(tmpdir(), 'word-policies-'));
  for (const [id, policy] of Object.entries(policies))
    await writeFile(join(directory, `${id}.yaml`), writePolicy(id, policy));
  const config = join(directory, 'settings.txt');
  await writeFile(config, settings);
  return {
    directory,
    environment: { GATEWAY_POLICIES: directory, GATEWAY_CONFIG: config },
    remove: () => rm(directory, { recursive: true, force: true }),
  };
}
