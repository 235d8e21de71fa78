/** How applications have a model grade, sum up, remember and answer in JSON: by which they say what is theirs to say, and calm nothing but itself. */

const graded =
  '(?:example|conversation|trajectory|response|output|answer|submission|text|statement|trace)s?';
const said = '(?:responses?|answers?|repl(?:y|ies)|outputs?|messages?|requests?)';
const matter = '(?:context|details|information|facts)';
const speakers = '(?:assistant|model|human|agent|chatbot|student|ai assistant|ai agent)';

const turns: readonly string[] = [
  // Who grades what others said.
  `(?:now,? )?(?:please )?(?:grade|evaluate|score|judge|assess|rate) the following ${graded} (?:according to|based on|by|against|using) the (?:above |given |following )?(?:instructions|rubric|criteria|guidelines)(?: above)?`,
  `(?:you are|act as) an? (?:expert|impartial|fair|strict|careful|experienced) (?:[a-z-]+ ){0,3}(?:evaluator|judge|grader|assessor|reviewer)`,
  `(?:you (?:will be|are|were) (?:shown|given) )?an? (?:full |whole |single )?(?:conversation|dialog|dialogue|chat|exchange|interaction) between an? (?:human |real )?(?:user|person|customer)? ?and an? (?:ai )?(?:assistant|agent|chatbot)`,
  `you (?:will be|are|were) (?:shown|given) an? (?:full |whole |single )?${graded}(?: from an? (?:ai )?(?:assistant|agent|chatbot|model))?`,
  `your (?:task|job|goal|role) is to (?:assess|judge|evaluate|determine|rate|grade|score|classify)(?: and (?:assess|judge|evaluate|determine|rate|grade|score|classify|explain))? (?:how well|whether|if|overall)(?: the (?:user|agent|assistant|model|${graded}))?`,
  `you are comparing (?:an? |the )?(?:two |submitted )?(?:${graded}|summary|summaries) (?:of|to) (?:an? |the )?(?:following |given )?(?:instructions|questions?|text)`,
  `the ${speakers}(?: ?['’]s)? (?:last |latest |final |first |previous |preceding |actual |submitted )?${said}`,
  'the completion did not satisfy the constraints given in the instructions',
  // Who answers in place of a tool that it asked.
  '(?:you must )?mention it explicitly without mentioning the tool names|(?:i|we) have forgotten all tool responses',
  // What stands behind worked examples, before the fields of the case at hand.
  'your actual task ?:(?=\\s{0,4}[a-z]+(?:[ _][a-z]+){0,2}[ _]? ?:)',
  'do not (?:provide|give|add|write) any (?:more|further|other) examples',
  // Who sums up, so that the talk can go on.
  `(?:extract|record|preserve|keep|summari[sz]e)(?: and (?:extract|record|preserve|keep|summari[sz]e))? (?:all of |all )?the (?:(?:most )?(?:important|relevant|necessary|key)(?: and relevant)? )?${matter}(?: (?:from|in|of) the (?:conversation|chat|messages?)(?: history)?)?(?: to replace it)?`,
  `the ${matter} (?:that )?you (?:extract|record|keep)(?: in this step)?(?: from the (?:conversation|message|chat) history)?`,
  'the (?:conversation|message|chat) history (?:above |below )?will be (?:replaced|shortened|trimmed)',
  `the (?:user|human) will message you with the (?:full|whole) message history(?: (?:that )?you.ll be extracting ${matter} from)?`,
  '(?:please )?carefully read (?:over |through )?(?:it all|the (?:entire|whole|full) conversation history)',
  'free up (?:some |more )?space in the conversation history',
  'information is (?:the )?most important to your overall goal',
  '(?:do not|don.t) repeat any (?:actions|steps|work) (?:that )?you(?:.ve| have) already (?:completed|done|taken)',
  'the following (?:content|text|messages?) (?:is|are|comes?) from (?:your |the )?(?:previous|earlier|past) (?:conversations?|chats?|sessions?) with the user',
  // In which form it answers.
  `(?:please )?(?:respond|reply|answer) (?:only )?(?:in|with) (?:only )?(?:an? )?(?:valid )?json(?: objects?| arrays?)?(?: only)?(?: that (?:follows|matches|fits|conforms to) (?:this|the(?: following)?) (?:exact )?schema)?`,
  `your ${said} (?:must|should|has to) be (?:an? )?(?:valid )?json(?: objects?| arrays?)?(?: only)?(?:,? (?:with )?no other text)?`,
  `format your ${said} (?:as|like)(?: follows| this)?`,
];

const pattern = new RegExp(`\\b(?:${turns.join('|')})(?![a-z])`, 'gi');

/** `{"assistant":"History Tutor"}`: who takes over, and not who speaks. What stands in it is judged as before. */
const handover = /^\s*\{\s*"(?:assistant|agent)"\s*:(?=\s*"[^"\n]{1,60}"\s*\}\s*$)/i;
const handedTo = / (?:agent|assistant)(?="\s*\}\s*$)/i;

/** The very text where it holds none. */
export function withoutApplicationsTurns(text: string): string {
  if (handover.test(text)) return text.replace(handover, '{"thing":').replace(handedTo, ' desk');
  return text.replace(pattern, 'thing');
}
