/** A view that is scanned at most once, however many detectors read it. */
import { Scan } from './scan.ts';
import type { View } from './view.ts';

export class TextView implements View {
  readonly text: string;
  readonly decoded: readonly string[];
  readonly canonical: boolean;
  readonly folded: boolean;
  readonly alone: boolean;
  readonly near: View | undefined;
  readonly beside: View | undefined;
  readonly origin: View['origin'];
  readonly undone: NonNullable<View['undone']>;
  #scan: Scan | undefined;

  constructor(view: View, scan?: Scan) {
    this.text = view.text;
    this.decoded = view.decoded;
    this.canonical = view.canonical;
    this.folded = view.folded ?? false;
    this.alone = view.alone ?? false;
    this.near = view.near;
    this.beside = view.beside;
    this.origin = view.origin;
    this.undone = view.undone ?? (() => view.decoded);
    this.#scan = scan;
  }

  get scan(): Scan {
    return (this.#scan ??= new Scan(this.text));
  }
}

/** The scan of a view; detectors ask for it as often as they like. */
export function scanOf(view: View): Scan {
  return view instanceof TextView ? view.scan : new Scan(view.text);
}
