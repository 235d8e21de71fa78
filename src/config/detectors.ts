/** Models from outside that judge texts beside the gateway's own detectors: where each is, what it says, and its bounds. */
import { z } from 'zod';
import { severities } from '../governance/finding.ts';
import type { OutsideDetector } from '../governance/outside.ts';
import { category } from '../governance/policy/schema.ts';
import { credentialHeaders, furtherHeaders } from './upstreams.ts';
import { parseWebAddress } from './web-address.ts';
import { credential, secret, whole, words } from './value-kinds.ts';

const detectorKinds = ['http', 'moderation', 'judge', 'onnx'] as const;
export type DetectorKind = (typeof detectorKinds)[number];

const labelSchema = z.strictObject({
  category: category.meta({ description: 'What rules ask for: `found("tone/rude")`.' }),
  severity: z.enum(severities).default('high').meta({ description: 'Of what is found.' }),
  threshold: z
    .number()
    .min(0)
    .max(1)
    .default(0.5)
    .meta({ description: 'Least score that is a finding; the score is its confidence.' }),
  meaning: z
    .string()
    .max(500)
    .regex(/\S/, 'a text, and not of blanks alone')
    .optional()
    .meta({ description: 'What the label means, in words; a judge is told it.' }),
});

/** What an HTTP endpoint is called with. */
const addressFields = {
  url: z
    .string()
    .refine(isUrl, 'an http or https URL without user or fragment')
    .optional()
    .meta({ description: 'Where it is asked; no redirect is followed.' }),
  credential: secret({ description: 'Its key, if it takes one.' }, credential),
  credentialHeader: z
    .enum(credentialHeaders)
    .default('authorization')
    .meta({ description: 'The header that carries the key, as `Bearer` in `authorization`.' }),
  headers: furtherHeaders,
  model: words()
    .max(256)
    .optional()
    .meta({ description: 'The model to ask, of kinds `moderation` and `judge`.' }),
  answerBytesMax: whole(
    { from: 256, to: 16_777_216, default: 65_536 },
    { description: 'Largest answer; a larger one is a failure.' },
  ),
  answerTokensMax: whole(
    { from: 16, to: 16_384, default: 256 },
    { description: 'Most tokens that a judge may answer with.' },
  ),
};

/** What a local model is run with. */
const fileFields = {
  file: words().optional().meta({ description: 'The ONNX file, of kind `onnx`.' }),
  vocabulary: words().optional().meta({
    description:
      'Vocabulary of a BERT model, a piece a line; without it, it reads the text itself.',
  }),
  lowerCase: z.boolean().default(true).meta({ description: 'The vocabulary is in lower case.' }),
  windowTokensMax: whole(
    { from: 8, to: 16_384, default: 512 },
    { description: 'Tokens that it reads at once; longer texts are judged in windows.' },
  ),
  outputs: z
    .array(words().max(128))
    .min(1)
    .max(1_000)
    .optional()
    .meta({ description: 'Labels in the order of its outputs.' }),
  scores: z
    .enum(['softmax', 'sigmoid', 'probabilities'])
    .default('softmax')
    .meta({ description: 'What makes scores of its outputs; `probabilities` are scores already.' }),
};

const boundFields = {
  timeoutMs: whole(
    { from: 1, to: 600_000, default: 2_000 },
    { description: 'Time for one text, waiting included; over it, the check has failed.' },
  ),
  charactersMax: whole(
    { from: 1, to: 1_000_000, default: 20_000 },
    { description: 'Longest text it is shown; a longer one is a failure, and not sent.' },
  ),
  callsMax: whole(
    { from: 1, to: 10_000, default: 8 },
    { description: 'Calls to it at the same time.' },
  ),
  waitingMax: whole(
    { from: 0, to: 100_000, default: 256 },
    { description: 'Texts that wait for a call; one more is a failure.' },
  ),
  cacheEntriesMax: whole(
    { from: 0, to: 1_000_000, default: 1_000 },
    { description: 'Answers that are remembered, by a keyed hash of the text; `0`: none.' },
  ),
  cacheMs: whole(
    { from: 0, to: 86_400_000, default: 300_000 },
    { description: 'How long an answer is remembered; `0`: not at all.' },
  ),
  failuresMax: whole(
    { from: 1, to: 1_000, default: 5 },
    { description: 'Failures in a row after which it is left alone for a while.' },
  ),
  pauseMs: whole(
    { from: 0, to: 600_000, default: 5_000 },
    { description: 'How long it is left alone: each check fails at once, then it is tried again.' },
  ),
};

const detectorSchema = z.strictObject({
  kind: z.enum(detectorKinds).meta({ description: 'What it is, and how it is asked.' }),
  ...addressFields,
  ...fileFields,
  labels: z.record(words().max(128), labelSchema).meta({
    description: 'What its labels mean; of kind `onnx` and `moderation`, others are ignored.',
  }),
  ...boundFields,
});

export const detectorNames = /^[a-z][a-z0-9-]{0,62}$/;

export const detectorsSchema = z
  .record(z.string(), detectorSchema)
  .default({})
  .meta({
    description: 'Models from outside, by name.',
    // The validator would not look into a detector whose name is wrong, so detector-checks.ts says that.
    propertyNames: { pattern: detectorNames.source },
  });

export type Detectors = z.output<typeof detectorsSchema>;

/** Which of the keys belong to which kind; those of no list belong to all. */
export const keysOfKind: Readonly<Record<DetectorKind, readonly string[]>> = {
  http: ['url', 'credential', 'credentialHeader', 'headers', 'answerBytesMax'],
  moderation: ['url', 'credential', 'credentialHeader', 'headers', 'answerBytesMax', 'model'],
  judge: Object.keys(addressFields),
  onnx: Object.keys(fileFields),
};

/** What rules may ask of them. */
export function toOutsideDetectors(detectors: Detectors): readonly OutsideDetector[] {
  return Object.entries(detectors).map(([name, { labels }]) => ({
    name,
    categories: [...new Set(Object.values(labels).map((label) => label.category))],
  }));
}

function isUrl(value: string): boolean {
  const url = parseWebAddress(value);
  if (url === undefined) return false;
  return url.username + url.password + url.hash === '' && !/[#@]/.test(value);
}
