/** Why it was decided so: the rules, in force or of a draft, explain themselves on what was kept of the call. */
import { useState, type ReactNode } from 'react';
import { post, Problem } from '../api.ts';
import { Empty, Loading, ProblemNotice } from '../design/notice.tsx';
import { type Choice, RulesChoice, toDocument } from '../policies/rules-choice.tsx';
import { useResource } from '../resource.ts';
import { may, useSession } from '../session.ts';
import type { Exchange } from './exchange.ts';
import { ExplainedView } from './explained.tsx';
import type { Explained } from './trace.ts';

export function Replay({ exchange }: { readonly exchange: Exchange }): ReactNode {
  const session = useSession();
  const text = exchange.legs['received']?.text;
  if (!may(session, 'admin')) {
    return (
      <Empty title="Your key may not ask for an explanation">
        <p>
          The rules that fired stand above. To see why others did not, the scope <code>admin</code>{' '}
          is needed.
        </p>
      </Empty>
    );
  }
  if (text === undefined) {
    return (
      <Empty title="What was asked was not kept">
        <p>Without it no rule can say why it did or did not fire.</p>
      </Empty>
    );
  }
  return <Explanation exchange={exchange} text={text} />;
}

function toQuestion({ entry }: Exchange, text: string): object {
  const { call, actor } = entry;
  const common = {
    ...(call?.model ? { model: call.model } : {}),
    ...(call?.upstream ? { upstream: call.upstream } : {}),
    ...(call?.tags ? { tags: call.tags } : {}),
    key: {
      id: actor?.key ?? '',
      owner: actor?.owner ?? '',
      team: actor?.team ?? '',
      env: actor?.env ?? '',
      tags: actor?.tags ?? [],
    },
  };
  const route = call?.route ?? '';
  if (route === '/v1/validate' || route === '/v1/policy/check' || route === '') {
    const { part, stage } = call ?? {};
    return { ...common, text, ...(part && { part }), ...(stage && { stage }) };
  }
  return { ...common, request: readRequest(text), route };
}

/** What was cut, or is no JSON, cannot be asked about. */
function readRequest(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    const detail =
      'What was kept is not the whole request as JSON, so the rules cannot be asked about it again. Those that fired stand above.';
    throw new Problem(0, 'not_whole', detail);
  }
}

function Explanation(props: { readonly exchange: Exchange; readonly text: string }): ReactNode {
  const { exchange, text } = props;
  const [choice, setChoice] = useState<Choice>('in force');
  const name = `explain ${choice} ${exchange.entry.id} ${text}`;
  const asked = useResource(name, async (signal) =>
    post<Explained>(
      '/v1/policies/explain',
      { ...toQuestion(exchange, text), ...toDocument(choice) },
      signal,
    ),
  );
  return (
    <div className="stack">
      <RulesChoice chosen={choice} choose={setChoice} />
      {asked.problem !== undefined && <ProblemNotice problem={asked.problem} />}
      {asked.value === undefined && asked.problem === undefined && <Loading lines={6} />}
      {asked.value !== undefined && (
        <Outcome exchange={exchange} choice={choice} explained={asked.value} />
      )}
    </div>
  );
}

type OutcomeProps = {
  readonly exchange: Exchange;
  readonly choice: Choice;
  readonly explained: Explained;
};

function Outcome({ exchange, choice, explained }: OutcomeProps): ReactNode {
  const { entry, entries } = exchange;
  const request = entries.find(
    ({ type, attempt }) => type === 'request' && attempt === entry.attempt,
  );
  const then = (request ?? entry).ruling;
  return (
    <>
      <p className="soft">
        {describeRules(choice, then?.policy_version === explained.policy_version)}{' '}
        {entry.answer !== undefined &&
          'It is the request that is explained: the rules that fired on the answer stand above. '}
        {exchange.legs['received']?.whole === false &&
          'The text is masked, so rules that fired on what is masked may be silent here; reveal it to see them fire.'}
        {then !== undefined && then.action !== explained.action && (
          <strong>
            {' '}
            Then: {then.action}. Now: {explained.action}.
          </strong>
        )}
      </p>
      <ExplainedView explained={explained} />
    </>
  );
}

function describeRules(choice: Choice, same: boolean): string {
  if (choice === 'draft') return 'Explained as if your draft were in force beside the others.';
  return same
    ? 'Explained by the policies that decided it.'
    : 'Explained by the policies in force now, which are not those that decided it.';
}
