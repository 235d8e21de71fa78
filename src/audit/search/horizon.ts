/** The end of what may be read of the journal: everything before it is durable. */
export type Horizon = { readonly segment: number; readonly offset: number };
