/** The door to the models from outside: asks those that are needed about the texts they are needed for, and tells what came. */
import type { Evidence, EvidenceFailure } from '../governance/evidence.ts';
import type { Finding } from '../governance/finding.ts';
import type { Interaction } from '../governance/interaction.ts';
import type { Need } from '../governance/outside.ts';
import { Asker, type AskedOutcome, type AskerOptions } from './asker.ts';
import { CannotJudge } from './cannot-judge.ts';
import { createChatJudge } from './chat-judge.ts';
import { createHttpModel } from './http.ts';
import type { Model } from './model.ts';
import { createModerationModel } from './moderation.ts';
import { createOnnxModel, type OnnxOptions } from './onnx.ts';
import type { Address } from './post.ts';

export type ModelOptions =
  | { readonly kind: 'http'; readonly address: Address }
  | { readonly kind: 'moderation'; readonly address: Address; readonly model: string | undefined }
  | {
      readonly kind: 'judge';
      readonly address: Address;
      readonly model: string;
      readonly tokensMax: number;
    }
  | ({ readonly kind: 'onnx' } & OnnxOptions);

export type OutsideOptions = {
  readonly detectors: readonly (AskerOptions & { readonly of: ModelOptions })[];
  /** Told of each text that a detector was asked about. */
  readonly onAsked?: (detector: string, outcome: AskedOutcome, ms: number) => void;
};

export type Outside = {
  /** Never rejects: what could not be judged stands in the evidence as a failure. */
  readonly ask: (needs: readonly Need[], interaction: Interaction) => Promise<Evidence>;
  readonly close: () => Promise<void>;
};

export function createOutside({ detectors, onAsked }: OutsideOptions): Outside {
  const askers = new Map(
    detectors.map((options) => {
      const tell = (outcome: AskedOutcome, ms: number): void =>
        onAsked?.(options.name, outcome, ms);
      return [options.name, new Asker(options, createModel(options), tell)] as const;
    }),
  );
  return {
    async ask(needs, interaction) {
      const heard = await Promise.all(
        needs.map((need) => hear(askers.get(need.name), need, interaction)),
      );
      return {
        findings: heard.flatMap(({ findings }) => findings),
        failures: heard.flatMap(({ failures }) => failures),
        heard: needs
          .filter((_, index) => heard[index]?.failures.length === 0)
          .map(({ name }) => name),
      };
    },
    async close() {
      await Promise.all([...askers.values()].map((asker) => asker.close()));
    },
  };
}

function createModel({ of, labels }: OutsideOptions['detectors'][number]): Model {
  switch (of.kind) {
    case 'http':
      return createHttpModel(of.address);
    case 'moderation':
      return createModerationModel(of.address, of.model, Object.keys(labels));
    case 'judge':
      return createChatJudge(of.address, { ...of, labels });
    case 'onnx':
      return createOnnxModel(of);
  }
}

type Heard = {
  readonly findings: readonly Finding[];
  readonly failures: readonly EvidenceFailure[];
};

async function hear(
  asker: Asker | undefined,
  { name, categories, parts }: Need,
  { stage, parts: all }: Interaction,
): Promise<Heard> {
  const findings: Finding[] = [];
  const failures = new Map<string, EvidenceFailure>();
  await Promise.all(
    parts.map(async (part) => {
      const { kind, text } = all[part] ?? { kind: 'user', text: '' };
      try {
        if (asker === undefined) throw new CannotJudge('is not configured');
        for (const { start, end, ...seen } of await asker.ask(text, { kind, stage }))
          findings.push({ ...seen, spans: [{ part, start, end }] });
      } catch (error) {
        const why = error instanceof CannotJudge ? error.message : 'could not judge a text';
        const reason = `the detector \`${name}\` ${why}`;
        // A hundred texts that failed alike are one failure of each kind of text.
        const key = `${kind} ${why}`;
        const known = failures.get(key);
        if (known?.part === undefined || known.part > part)
          failures.set(key, { check: name, reason, part, categories });
      }
    }),
  );
  findings.sort((left, right) => (left.spans[0]?.part ?? 0) - (right.spans[0]?.part ?? 0));
  return { findings, failures: [...failures.values()] };
}
