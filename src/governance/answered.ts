/** Which turns of a conversation an earlier exchange has judged already: those before the last answer that was answered to. */

/**
 * The index of that answer, or -1. An answer at the very end is a beginning that the caller put into the model's mouth:
 * the turns before it are as fresh as it is.
 */
export function findLastAnswer(roles: readonly string[], answerRole: string): number {
  const end = roles.findLastIndex((role) => role !== answerRole);
  return end === -1 ? -1 : roles.lastIndexOf(answerRole, end);
}
