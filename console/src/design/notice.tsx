/** What a view says where it has nothing to show: nothing there, a problem, no scope, or not there yet; and that what it shows may not be all. */
import { Fragment, type ReactNode } from 'react';
import type { Fault, Problem } from '../api.ts';
import { toInert } from './inert.ts';

export function Empty(props: { readonly title: string; readonly children?: ReactNode }): ReactNode {
  return (
    <div className="notice" role="status">
      <h2>{props.title}</h2>
      {props.children}
    </div>
  );
}

/** A sentence of the gateway, in which backticks stand around what is no word of it. */
function Told({ text }: { readonly text: string }): ReactNode {
  return text
    .split('`')
    .map((piece, index) =>
      index % 2 === 0 ? (
        <Fragment key={index}>{toInert(piece)}</Fragment>
      ) : (
        <code key={index}>{toInert(piece)}</code>
      ),
    );
}

/** The search box has no pointer on it. */
const places: Readonly<Record<string, string>> = { '/q': 'In the query, ', '': '' };

function FaultLine({ fault: { pointer, detail } }: { readonly fault: Fault }): ReactNode {
  return (
    <p>
      {places[pointer] ?? (
        <>
          <code>{pointer}</code>{' '}
        </>
      )}
      <Told text={detail} />
    </p>
  );
}

/** The same again is refused again. */
function isFinal({ status }: Problem): boolean {
  return status === 400 || status === 403;
}

function titleOf(problem: Problem): string {
  if (problem.status === 403) return 'Your key may not see this';
  if (problem.status === 404) return 'Not found';
  if (problem.status === 0) {
    return problem.code === 'unreachable' ? 'No answer from the gateway' : 'This cannot be shown';
  }
  return problem.status >= 500 ? 'The gateway could not answer' : 'The gateway refused';
}

export function ProblemNotice(props: {
  readonly problem: Problem;
  readonly retry?: () => void;
}): ReactNode {
  const { problem, retry } = props;
  return (
    <div className="notice problem" role="alert">
      <h2>{titleOf(problem)}</h2>
      {problem.faults.length === 0 && (
        <p>
          <Told text={problem.message} />
        </p>
      )}
      {problem.faults.map((fault, index) => (
        <FaultLine key={index} fault={fault} />
      ))}
      {problem.requestId !== '' && <p className="faint mono">request {problem.requestId}</p>}
      {retry !== undefined && !isFinal(problem) && (
        <button type="button" className="button" onClick={retry}>
          Try again
        </button>
      )}
    </div>
  );
}

/** Above what is shown without entries of other replicas, or those of a damaged place. */
export function PartialNotice({ partial }: { readonly partial: string }): ReactNode {
  if (partial === '') return null;
  return (
    <p className="partial" role="status">
      <strong>Entries may be missing here:</strong> {partial}
    </p>
  );
}

/** Grey lines in the place of what is being fetched. */
export function Loading({ lines = 4 }: { readonly lines?: number }): ReactNode {
  return (
    <div className="stack" role="status" aria-label="Loading">
      {Array.from({ length: lines }, (_, line) => (
        <div key={line} className="skeleton" />
      ))}
    </div>
  );
}
