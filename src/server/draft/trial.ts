/** A draft of a policy beside the policies in force: is it sound, what would it have ruled differently, and why. */
import { createHash } from 'node:crypto';
import { readPolicyDirectoryInside } from '../../config/yaml-source.ts';
import type { PolicyLimits } from '../../config/policy-files.ts';
import { readYaml } from '../../config/yaml-document.ts';
import { type Explanation, explain } from '../../governance/explain.ts';
import { govern } from '../../governance/govern.ts';
import type { Interaction } from '../../governance/interaction.ts';
import type { OutsideDetector } from '../../governance/outside.ts';
import { compileBundle } from '../../governance/policy/bundle.ts';
import type { Bundle } from '../../governance/policy/policy.ts';
import type { PolicyFault, PolicySource } from '../../governance/policy/source.ts';

/** One recorded request or answer, as what was kept of it shows it. */
export type RecordedCall = {
  readonly entry: string;
  readonly interaction: Interaction;
  /** What the model was told by the application, for an answer. */
  readonly system?: readonly string[];
};

export type DraftJob = {
  readonly document: string;
  readonly directory: string;
  readonly limits: PolicyLimits;
  /** Models from outside that rules may ask for. */
  readonly outside?: readonly OutsideDetector[];
  readonly now: number;
  readonly calls: readonly RecordedCall[];
  /** A call that each rule is to be explained on. */
  readonly asked?: Interaction;
};

export type Change = { readonly entry: string; readonly was: string; readonly now: string };

export type DraftResult = {
  readonly sound: boolean;
  /** The draft's id, as far as it can be read. */
  readonly policy: string;
  readonly faults: readonly PolicyFault[];
  readonly changed: readonly Change[];
  /** Of the call that was asked about, under the bundle that has the draft. */
  readonly explained?: Explanation & { readonly version: string };
};

const draftFile = 'draft.yaml';

export async function tryDraft(job: DraftJob): Promise<DraftResult> {
  const { document, directory, limits, now, calls, asked, outside = [] } = job;
  const draft = readDraft(document);
  const policy = idOf(draft.source);
  const unsound = (faults: readonly PolicyFault[]): DraftResult => ({
    ...{ sound: false, policy, faults, changed: [] },
  });
  if (draft.faults.length > 0) return unsound(draft.faults);
  const read = await readPolicyDirectoryInside(directory, limits);
  if (!read.ok) return unsound(read.faults);
  const others = read.bundle.sources.filter((source) => idOf(source) !== policy);
  const version = `sha256:${createHash('sha256').update(read.bundle.version).update(document).digest('hex')}`;
  const compiled = compileBundle({ version, sources: [...others, draft.source] }, { now, outside });
  if ('faults' in compiled)
    return unsound(compiled.faults.filter(({ level }) => level === 'error'));
  const faults = compiled.warnings.filter(({ file }) => file === draftFile);
  const before =
    calls.length === 0 ? undefined : compileBundle(read.bundle, { now, outside, untested: true });
  const changed =
    before === undefined || 'faults' in before
      ? []
      : compare(before.bundle, compiled.bundle, calls);
  const explained =
    asked === undefined
      ? {}
      : { explained: { ...explain(compiled.bundle, asked, standIn), version } };
  return { sound: true, policy, faults, changed, ...explained };
}

function readDraft(document: string): {
  readonly source: PolicySource;
  readonly faults: readonly PolicyFault[];
} {
  const { value, locate, locateInside, faults } = readYaml(document);
  return {
    source: { file: draftFile, value, locate, locateInside },
    faults: faults.map((fault) => ({ ...fault, file: draftFile, level: 'error' })),
  };
}

function idOf({ value }: PolicySource): string {
  const { metadata } = (value ?? {}) as { readonly metadata?: { readonly id?: unknown } };
  return typeof metadata?.id === 'string' ? metadata.id : '';
}

// A stand-in for the gateway's own key: what a hash comes to changes no ruling.
const standIn = { hash: () => 'hash' };

/** Nobody outside is asked about the past: rules that need such a model are left out on both sides. */
function compare(before: Bundle, after: Bundle, calls: readonly RecordedCall[]): readonly Change[] {
  return calls.flatMap(({ entry, interaction, system = [] }) => {
    const options = { ...standIn, system };
    const was = govern(before.inside ?? before, interaction, options).action;
    const now = govern(after.inside ?? after, interaction, options).action;
    return was === now ? [] : [{ entry, was, now }];
  });
}
