/** Who is signed in: the key lies in memory and in this tab's session storage, and goes nowhere but to this gateway. */
import { useSyncExternalStore } from 'react';

export type Scope = 'govern' | 'proxy' | 'audit:read' | 'audit:reveal' | 'admin';

export type Session = {
  readonly key: string;
  readonly id: string;
  readonly owner: string;
  readonly team: string;
  readonly scopes: readonly Scope[];
  /** Of a key that was made for this sign-in. */
  readonly expires_at?: string;
};

const place = 'governance.session';
const listeners = new Set<() => void>();
let current: Session | undefined = restore();
/** Why the last session ended, where it did not end by signing out. */
let ended: string | undefined;

function restore(): Session | undefined {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(place) ?? 'null');
    return isSession(kept) ? kept : undefined;
  } catch {
    return undefined;
  }
}

function isSession(value: unknown): value is Session {
  return typeof value === 'object' && value !== null && 'key' in value && 'scopes' in value;
}

function change(next: Session | undefined, why?: string): void {
  current = next;
  ended = why;
  try {
    if (next === undefined) sessionStorage.removeItem(place);
    else sessionStorage.setItem(place, JSON.stringify(next));
  } catch {
    // A browser that keeps nothing: the session lasts as long as the page.
  }
  for (const listener of listeners) listener();
}

export const signIn = (session: Session): void => change(session);
export const signOut = (): void => change(undefined);

/** The gateway no longer takes a key; a late answer to the one before says nothing of the one in use now. */
export function endSession(key: string | undefined, why: string): void {
  if (current !== undefined && current.key === key) change(undefined, why);
}

export const readSession = (): Session | undefined => current;
export const readEnding = (): string | undefined => ended;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useSession(): Session | undefined {
  return useSyncExternalStore(subscribe, readSession);
}

export function may(session: Session | undefined, scope: Scope): boolean {
  return session?.scopes.includes(scope) ?? false;
}
