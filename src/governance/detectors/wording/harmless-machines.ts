/** What people write of known models, and no order to them: that one can translate and sum up. */
import type { HarmlessTurn } from './harmless-turns.ts';

const models = '(?:chatgpt|gpt-?[345]o?|claude|gemini|copilot|llama|mistral|deepseek|perplexity)';
const can =
  '(?:can|kann|kan|peut|sait|puede|sabe|pode|può|sa|potrafi|może|umí|dokáže|умеет|может|вміє|уміє|може|osaa|tud|poate|μπορεί να|bisa|dapat|mampu|có thể|يستطيع|يمكنه|می‌تواند)';
/** What everybody lets a machine do with a text. */
const deeds =
  '(?:translate|summari[sz]e|rewrite|shorten|correct|übersetzen|zusammenfassen|umschreiben|traduire|résumer|corriger|traducir|resumir|corregir|traduzir|corrigir|tradurre|riassumere|correggere|vertalen|samenvatten|tłumaczyć|streszczać|překládat|shrnovat|переводить|пересказывать|сокращать|перекладати|переказувати|översätta|sammanfatta|oversette|oversætte|kääntää|fordítani|traduce|μεταφράζει|menerjemahkan|meringkas|dịch|tóm tắt|ترجمة|تلخيص|ترجمه)';

/** A sentence about it: an order to it has a comma behind the name, or no word for being able. */
export const harmlessMachines: readonly HarmlessTurn[] = [
  [
    'chatgpt gpt claude gemini copilot llama mistral deepseek perplexity',
    `${models} ${can} ${deeds}(?: (?:and|und|et|y|e|en|i|a|и|й|och|og|ja|és|și|και|dan|và|و) ${deeds})?|${models} [^.,;:!?\\n]{0,40}(?:çevirebilir|özetleyebilir)|${models}(?:는|은|가) [^.,;:!?\\n]{0,24}(?:번역|요약)할 수 있|${models}(?:可以|能|会)(?:翻译|翻譯|总结|總結)|${models}は?[^、。\\n]{0,12}(?:翻訳|要約)`,
  ],
];
