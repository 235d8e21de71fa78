/** Signing in by an identity provider: out to it, and back with what it vouches for. */
import { base } from './address.ts';
import { get, post, Problem } from './api.ts';
import { readSession, signOut, type Session } from './session.ts';

type Begun = { readonly state: string; readonly nonce: string; readonly verifier: string };
type Waiting = Begun & { readonly back: string };

const place = 'governance.signing-in';
const landing = `${base}/signed-in`;

export async function hasProvider(signal: AbortSignal): Promise<boolean> {
  const { ways } = await get<{ readonly ways: readonly string[] }>('/v1/sign-in', {}, signal);
  return ways.includes('oidc');
}

/** Leaves this page; the provider sends the browser back to `signed-in`. */
export async function goToProvider(): Promise<void> {
  const redirect = window.location.origin + landing;
  const { url, ...begun } = await post<Begun & { readonly url: string }>('/v1/sign-in/begin', {
    redirect,
  });
  const { pathname, search } = window.location;
  const back = pathname === landing ? base : pathname + search;
  sessionStorage.setItem(place, JSON.stringify({ ...begun, back } satisfies Waiting));
  window.location.assign(url);
}

export type Arrival = { readonly session: Session; readonly back: string };

let arrival: Promise<Arrival> | undefined;

/** What the provider sent, where this page is what it sent the browser to; its code can be used once only. */
export function readArrival(): Promise<Arrival> | undefined {
  if (window.location.pathname !== landing || readSession() !== undefined) return undefined;
  arrival ??= arrive();
  return arrival;
}

async function arrive(): Promise<Arrival> {
  const waiting = JSON.parse(sessionStorage.getItem(place) ?? 'null') as Waiting | null;
  sessionStorage.removeItem(place);
  if (waiting === null) {
    throw new Problem(0, 'unasked', 'This sign-in was not begun in this tab. Begin it anew.');
  }
  const { back, ...begun } = waiting;
  const returned = window.location.href;
  const session = await post<Session>('/v1/sign-in/finish', { ...begun, returned });
  return { session, back };
}

/** A key that was made for this sign-in ends with it; one that somebody brought lives on. */
export function leave(): void {
  const ended =
    readSession()?.expires_at === undefined ? undefined : post('/v1/keys/self/revoke', {});
  signOut();
  // The key ends by itself before long, should the gateway not be reached now.
  ended?.catch(() => undefined);
}
