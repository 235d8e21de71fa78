/** The console: who is not signed in signs in, everyone else sees the view that the URL names. */
import type { ReactNode } from 'react';
import { useAddress } from './address.ts';
import { Empty } from './design/notice.tsx';
import { EntryPage } from './entry/entry-page.tsx';
import { Explorer } from './explorer/explorer.tsx';
import { Link } from './link.tsx';
import { may, type Scope, useSession } from './session.ts';
import { Caught } from './shell/caught.tsx';
import { later } from './shell/later.tsx';
import { Shell } from './shell/shell.tsx';
import { SignIn } from './shell/sign-in.tsx';
import { views } from './shell/views.ts';

const Review = later(async () => (await import('./review/review.tsx')).Review);
const Policies = later(async () => (await import('./policies/policies.tsx')).Policies);
const Integrity = later(async () => (await import('./integrity/integrity.tsx')).Integrity);
const Overview = later(async () => (await import('./overview/overview.tsx')).Overview);
const Keys = later(async () => (await import('./keys/keys.tsx')).Keys);

export function App(): ReactNode {
  const session = useSession();
  const { path } = useAddress();
  if (session === undefined) return <SignIn />;
  const view = views.find(({ name }) => name === (path[0] ?? 'entries'));
  const allowed = view === undefined || may(session, view.scope);
  return (
    <Shell>
      <Caught key={path.slice(0, 2).join('/')}>
        {allowed ? toView(path) : <NoScope scope={view.scope} />}
      </Caught>
    </Shell>
  );
}

function toView([name = 'entries', id]: readonly string[]): ReactNode {
  switch (name) {
    case 'entries':
      return id === undefined ? <Explorer /> : <EntryPage id={id} />;
    case 'review':
      return <Review />;
    case 'policies':
      return <Policies />;
    case 'integrity':
      return <Integrity />;
    case 'overview':
      return <Overview />;
    case 'keys':
      return <Keys />;
    default:
      return (
        <Empty title="There is no such view">
          <Link href="/console/entries">To the entries</Link>
        </Empty>
      );
  }
}

function NoScope({ scope }: { readonly scope: Scope }): ReactNode {
  return (
    <Empty title="Your key may not see this">
      <p>
        This view needs the scope <code>{scope}</code>. Ask an administrator for a key that has it.
      </p>
    </Empty>
  );
}
