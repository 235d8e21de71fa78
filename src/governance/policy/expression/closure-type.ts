/** The compiled pieces of a plain condition, by the type of what they give. */
import type { Part } from '../../interaction.ts';
import type { Seen } from '../../seen.ts';
import type { Subject } from './subject.ts';

export type Run<Value> = (subject: Subject) => Value;

/** A `parts` or `findings` list is only ever gone through or counted; an item is undefined outside its loop. */
export type Closure =
  | { readonly type: 'bool'; readonly run: Run<boolean> }
  | { readonly type: 'number'; readonly run: Run<number> }
  | { readonly type: 'string'; readonly run: Run<string> }
  | { readonly type: 'strings'; readonly run: Run<readonly string[]> }
  | { readonly type: 'numbers'; readonly run: Run<readonly number[]> }
  | { readonly type: 'parts'; readonly run: Run<readonly Part[]> }
  | { readonly type: 'findings'; readonly run: Run<readonly Seen[]> }
  | { readonly type: 'part'; readonly run: Run<Part | undefined> }
  | { readonly type: 'finding'; readonly run: Run<Seen | undefined> };
