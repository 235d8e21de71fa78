/** What is written ahead of the journal could not be written; the journal itself may be well. */
export class AheadError extends Error {}
