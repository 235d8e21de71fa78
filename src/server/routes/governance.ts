/** `POST /v1/validate` and `POST /v1/policy/check`: one text in, one ruling out, one entry in between. */
import type { z } from 'zod';
import { coverageOf } from '../../governance/coverage.ts';
import type { Ruling } from '../../governance/decision.ts';
import type { Recorder } from '../../governance/event.ts';
import type { Interaction, PartKind, Stage } from '../../governance/interaction.ts';
import { roleOf } from '../../governance/policy/trial.ts';
import { reasonOf } from '../../governance/reason.ts';
import { type BodyReader, bodyErrors, type Received } from '../body.ts';
import { KeptCopy, makeAhead } from '../../proxy/kept-copy.ts';
import { hiddenInSteps, maskText } from '../../proxy/redaction.ts';
import { replaceInSteps } from '../../proxy/splice.ts';
import { type Step, type Steps, takeSteps, toBytes } from '../../proxy/steps.ts';
import { readTraceContext } from '../../proxy/wire-headers.ts';
import { actorOf, identityOf } from '../context.ts';
import { checkBody, validateBody, verdict } from '../governance-schemas.ts';
import { toInvalid } from '../invalid.ts';
import type { Answer, Call, Route } from '../route.ts';
import { toVerdict, writeVerdict } from './verdict.ts';

/** Judges under the bundle in force; handed in, so that a test or another engine can stand in its place. */
export type Judge = (interaction: Interaction) => Ruling | Promise<Ruling>;

export type GovernanceRoutesOptions = {
  readonly judge: Judge;
  readonly record: Recorder;
  readonly readBody: BodyReader;
  /** Asked before each step of what a long text needs. */
  readonly step: Step;
};

type Question = {
  readonly text: string;
  readonly stage: Stage;
  readonly part: PartKind;
  readonly model: string;
  readonly user: string;
  readonly session: string;
  readonly tags: readonly string[];
};

function toQuestion(
  text: string,
  stage: Stage,
  body: Partial<z.infer<typeof checkBody>>,
): Question {
  return {
    text,
    stage,
    part: body.part ?? (stage === 'request' ? 'user' : 'assistant'),
    model: body.model ?? '',
    user: body.user ?? '',
    session: body.session ?? '',
    tags: body.tags ?? [],
  };
}

function toInteraction(call: Call, question: Question): Interaction {
  return {
    stage: question.stage,
    dialect: 'governance',
    // The route as it is documented: what a caller adds to it may be anything, a key or a prompt included.
    route: call.route,
    upstream: '',
    model: question.model,
    stream: false,
    key: identityOf(call.request).caller,
    user: question.user,
    session: question.session,
    tags: question.tags,
    at: call.context.receivedAt,
    tools: [],
    references: [],
    history: 1,
    parts: [
      {
        kind: question.part,
        role: roleOf(question.part),
        at: [],
        text: question.text,
        mapped: true,
        past: false,
        fixed: false,
        channel: 0,
      },
    ],
    unjudged: [],
  };
}

async function decide(
  options: GovernanceRoutesOptions,
  call: Call,
  received: Received,
  question: Question,
) {
  const { context } = call;
  const interaction = toInteraction(call, question);
  const ruling = await options.judge(interaction);
  const redacted =
    ruling.action === 'redact'
      ? await takeSteps(replaceInSteps(question.text, ruling.edits), options.step)
      : undefined;
  const contents = {
    // Every value is masked in what is kept, whatever the rules did about it.
    received: new KeptCopy(Buffer.from(question.text), () => maskQuestion(question, ruling)),
  };
  const made = makeAhead(contents, options.step);
  if (made !== undefined) await made;
  const recorded = await options.record({
    type: 'decision',
    exchange: context.exchange,
    requestId: context.requestId,
    attempt: 1,
    ...readTraceContext(call.request.headers),
    actor: actorOf(context, question.user),
    call: {
      dialect: 'governance',
      route: interaction.route,
      model: question.model,
      upstream: '',
      stream: false,
      session: question.session,
      tags: question.tags,
      part: question.part,
      stage: question.stage,
    },
    status: 200,
    bytesIn: received.bytes.length,
    elapsedUs: Number((process.hrtime.bigint() - context.startedNs) / 1000n),
    ruling,
    coverage: coverageOf(interaction, ruling),
    contents,
  });
  return { ruling, redacted, decisionId: recorded.id };
}

function* maskQuestion({ text }: Question, ruling: Ruling): Steps<Buffer> {
  return yield* toBytes(maskText(text, yield* hiddenInSteps(ruling)));
}

function readQuestion<T extends z.ZodType>(schema: T, received: Received): z.infer<T> {
  const parsed = schema.safeParse(received.value);
  if (parsed.success) return parsed.data;
  throw toInvalid(parsed.error, schema);
}

const errors = [...bodyErrors, 'audit_unavailable', 'overloaded', 'not_ready'] as const;

function createValidateRoute(options: GovernanceRoutesOptions): Route {
  return {
    method: 'post',
    path: '/v1/validate',
    operation: 'validatePrompt',
    scope: 'govern',
    summary: 'Judge a prompt before it is sent anywhere',
    body: validateBody,
    answer: verdict,
    errors,
    async handle(call): Promise<Answer> {
      const received = await options.readBody(call.request);
      const body = readQuestion(validateBody, received);
      const question = toQuestion(body.prompt, 'request', body);
      const { ruling, redacted, decisionId } = await decide(options, call, received, question);
      const answer = toVerdict(question.stage, ruling, decisionId);
      const all = redacted === undefined ? answer : { ...answer, redacted_prompt: redacted };
      return { status: 200, body: await writeVerdict(all, ruling, options.step) };
    },
  };
}

function createCheckRoute(options: GovernanceRoutesOptions): Route {
  return {
    method: 'post',
    path: '/v1/policy/check',
    operation: 'checkText',
    scope: 'govern',
    summary: 'Check a text of either direction against the policies, with a sentence that says why',
    body: checkBody,
    answer: verdict,
    errors,
    async handle(call): Promise<Answer> {
      const received = await options.readBody(call.request);
      const body = readQuestion(checkBody, received);
      const question = toQuestion(body.input, body.stage ?? 'request', body);
      const { ruling, redacted, decisionId } = await decide(options, call, received, question);
      const verdict = toVerdict(question.stage, ruling, decisionId);
      const answer = { ...verdict, reason: reasonOf(ruling) };
      const all = redacted === undefined ? answer : { ...answer, redacted_input: redacted };
      return { status: 200, body: await writeVerdict(all, ruling, options.step) };
    },
  };
}

export function createGovernanceRoutes(options: GovernanceRoutesOptions): readonly Route[] {
  return [createValidateRoute(options), createCheckRoute(options)];
}
