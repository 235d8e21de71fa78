/** The views of the console, in the order of the navigation, with the scope that each needs. */
import type { IconName } from '../design/icon.tsx';
import type { Scope } from '../session.ts';

export type View = {
  readonly name: string;
  readonly title: string;
  readonly icon: IconName;
  readonly scope: Scope;
  /** Pressed after `g`. */
  readonly shortcut: string;
};

export const views: readonly View[] = [
  { name: 'overview', title: 'Overview', icon: 'chart', scope: 'audit:read', shortcut: 'o' },
  { name: 'entries', title: 'Entries', icon: 'list', scope: 'audit:read', shortcut: 'e' },
  { name: 'review', title: 'Review', icon: 'check', scope: 'audit:read', shortcut: 'r' },
  { name: 'policies', title: 'Policies', icon: 'rules', scope: 'audit:read', shortcut: 'p' },
  { name: 'integrity', title: 'Integrity', icon: 'shield', scope: 'audit:read', shortcut: 'i' },
  { name: 'keys', title: 'Keys', icon: 'key', scope: 'admin', shortcut: 'k' },
];
