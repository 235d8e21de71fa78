/** The states of a review, as the gateway names them. */

export const reviewStatuses = ['open', 'confirmed', 'false_positive', 'closed'] as const;
export type ReviewStatus = (typeof reviewStatuses)[number];

export const statusTitles: Readonly<Record<ReviewStatus, string>> = {
  open: 'In review',
  confirmed: 'Confirmed',
  false_positive: 'False positive',
  closed: 'Closed',
};

export function isStatus(word: string): word is ReviewStatus {
  return reviewStatuses.some((one) => one === word);
}

/** A status of a later version is shown as it is written. */
export function titleOf(word: string): string {
  return isStatus(word) ? statusTitles[word] : word;
}
