/** A policy file as handed to the core: parsed elsewhere, with the way from a value back to its line. */
import type { Step } from '../interaction.ts';

export type Position = { readonly line: number; readonly column: number };

export type PolicySource = {
  readonly file: string;
  /** The parsed YAML document. */
  readonly value: unknown;
  /** Line and column (1-based) of the value at a path, or of its key; the nearest ancestor where it is missing. */
  readonly locate: (path: readonly Step[], of?: 'key' | 'value') => Position;
  /** Position of a character inside the scalar at a path, for faults within an expression or a regex. */
  readonly locateInside: (path: readonly Step[], offset: number) => Position;
};

/** All files of a bundle; the version is `sha256:` over their names and bytes, computed by whoever read them. */
export type BundleSource = {
  readonly version: string;
  /** What it is called where no file can be named. */
  readonly name?: string;
  readonly sources: readonly PolicySource[];
};

/** In the place of a file, where a fault is one of all of them. */
export const allFiles = 'policies';

/** A fault in a policy file, as `file:line:column: message`. */
export type PolicyFault = Position & {
  readonly file: string;
  readonly message: string;
  /** Errors refuse the bundle; warnings are told by `policy lint`. */
  readonly level: 'error' | 'warning';
};
