/** The console: who is not signed in signs in, everyone else sees the view that the URL names. */
import { lazy, Suspense, type ReactNode } from 'react';
import { useAddress } from './address.ts';
import { Empty, Loading } from './design/notice.tsx';
import { EntryPage } from './entry/entry-page.tsx';
import { Explorer } from './explorer/explorer.tsx';
import { Link } from './link.tsx';
import { may, type Scope, useSession } from './session.ts';
import { Shell } from './shell/shell.tsx';
import { SignIn } from './shell/sign-in.tsx';
import { views } from './shell/views.ts';

const Review = lazy(() => import('./review/review.tsx').then((room) => ({ default: room.Review })));
const Policies = lazy(() =>
  import('./policies/policies.tsx').then((room) => ({ default: room.Policies })),
);
const Integrity = lazy(() =>
  import('./integrity/integrity.tsx').then((room) => ({ default: room.Integrity })),
);
const Overview = lazy(() =>
  import('./overview/overview.tsx').then((room) => ({ default: room.Overview })),
);
const Keys = lazy(() => import('./keys/keys.tsx').then((room) => ({ default: room.Keys })));

export function App(): ReactNode {
  const session = useSession();
  const { path } = useAddress();
  if (session === undefined) return <SignIn />;
  const view = views.find(({ name }) => name === (path[0] ?? 'entries'));
  const allowed = view === undefined || may(session, view.scope);
  return (
    <Shell>
      {allowed ? (
        <Suspense fallback={<Loading />}>{toView(path)}</Suspense>
      ) : (
        <NoScope scope={view.scope} />
      )}
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
