/** How common a word is in texts of any kind, roughly: what is looked for should begin with the rarest word. */

const byFrequency =
  `the of and to a in is i that it for you was with on as have but be they at this not are we his from he
or by one had my all what can your if no an there so do just about will which their me how when who up out more would some
time like into has them her any new other said now than then see only over also two way first well even want because these
give day most us make get go know take people year good could him look come its after use work our think back where why
need find tell help please write name number list file text data key order set line code function return string show
money card account bank pay payment change request user message call information add include create using following
question answer order last next right same old high great small large long little own under system world state never
still here through before between such being down should very much too many must made while those did each does
person man woman child life home car place water house hand eye days years thing things part parts every again
end start open close read run test phone email address date service product company business example type value table
object class method input output model language word words content page link image group member team school student
story book play game story read news public body top real`.split(/\s+/);

const weights = new Map(byFrequency.map((word, rank) => [word, 1000 / (rank + 5)]));

export function commonness(word: string): number {
  return weights.get(word) ?? (word.endsWith('*') ? 0.5 : 0.1);
}
