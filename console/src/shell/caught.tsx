/** A view that breaks says so in its own place: the rest of the console stays, and the page is never blank. */
import { Component, type ReactNode } from 'react';
import { ProblemNotice } from '../design/notice.tsx';
import type { Problem } from '../api.ts';
import { toProblem } from '../resource.ts';

type Props = { readonly children: ReactNode };
type State = { readonly problem: Problem | undefined };

export class Caught extends Component<Props, State> {
  override readonly state: State = { problem: undefined };

  static getDerivedStateFromError(error: unknown): State {
    return { problem: toProblem(error) };
  }

  override render(): ReactNode {
    const { problem } = this.state;
    if (problem === undefined) return this.props.children;
    return <ProblemNotice problem={problem} retry={() => this.setState({ problem: undefined })} />;
  }
}
