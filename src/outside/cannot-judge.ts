/** Why a model from outside said nothing that counts: half a sentence that its name stands before, without any content. */
export class CannotJudge extends Error {
  /** False where the model itself is not to blame, so that it is asked the next time. */
  readonly blames: boolean;

  constructor(message: string, blames = true) {
    super(message);
    this.name = 'CannotJudge';
    this.blames = blames;
  }
}
