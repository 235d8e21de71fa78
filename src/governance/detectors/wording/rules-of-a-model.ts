/** How people speak to a model of its own rules and instructions, in languages that inflect them. */
import { WordSet } from '../../text/word-set.ts';

/** Theirs alone, who are spoken to as one. */
export const thine = new WordSet(
  `your deine deinen deiner deinem deines tes ton tus tuoi tue tuas teus jouw twoje twoich twoim твои твоих твоими твоим
  dina dine твої तुम्हारे तुम्हारी आपके`,
);
/** Words that may be somebody else's, too. Languages that bind the owner to the noun have him there. */
export const yours = WordSet.union([
  thine,
  new WordSet(
    'vos votre eure euren sus tu suas seus uw je swoje swoich swoim свои своих своими своим ваши ваших svoje své अपने अपनी',
  ),
]);

/** What a model was told to keep to, and hardly anything else that is somebody's own. */
export const rules = new WordSet(
  `richtlinien vorgaben anweisungen instruktionen leitlinien beschränkungen einschränkungen weisungen vorschriften regeln
  programmierung grundregeln grundanweisungen sicherheitsrichtlinien sicherheitsregeln systemanweisungen verhaltensregeln
  consignes directives règles instructions restrictions contraintes programmation
  instrucciones normas reglas directrices restricciones pautas limitaciones programación
  istruzioni regole direttive restrizioni limitazioni programmazione linee
  instruções regras diretrizes restrições limitações programação
  instructies regels richtlijnen beperkingen voorschriften programmering
  zasady zasad zasadami wytyczne wytycznych wytycznymi instrukcje instrukcji reguły reguł ograniczenia ograniczeń
  правила правил правилами правилам инструкции инструкций инструкциями инструкциям указания указаний указаниям ограничения
  ограничений установки установок riktlinjer regler instruktioner retningslinjer instrukser pravidla pokyny правила інструкції
  निर्देश निर्देशों नियम नियमों दिशानिर्देश दिशानिर्देशों`,
);

/** Rules with their owner bound to them. */
export const yourRules = new WordSet(
  `kurallarını kurallarına talimatlarını talimatlarına talimatlarının yönergelerini yönergelerine kısıtlamalarını
  ilkelerini تعليماتك لتعليماتك بتعليماتك قواعدك بقواعدك بإرشاداتك إرشاداتك توجيهاتك قيودك تعليماتكم قواعدكم إرشاداتكم utasításaidat szabályaidat
  irányelveidet ohjeesi ohjeitasi sääntösi sääntöjäsi instruksimu aturanmu pedomanmu`,
);

/** Rules that were there before anybody spoke, or that nobody is to see. */
export const origin = new WordSet(
  `ursprüngliche ursprünglichen anfänglichen initialen versteckten verborgenen geheimen grundlegenden
  initiales cachées secrètes originelles originales iniciales ocultas secretas básicas
  iniziali nascoste segrete iniciais originais oorspronkelijke verborgen geheime initiële
  początkowe początkowych ukryte ukrytych tajne pierwotne podstawowe
  первоначальные первоначальных исходные исходных скрытые скрытых секретные секретных начальные начальных базовые
  gizli الأولية الأصلية السرية المخفية शुरुआती प्रारंभिक मूल गुप्त छिपे ursprungliga oprindelige původní skryté`,
);
/** Companies have such, too. */
export const internal = new WordSet(
  'internen internes internas interne wewnętrzne wewnętrznych внутренние внутренних الداخلية आंतरिक',
);

/** Word for word. */
export const verbatim = new WordSet(
  `wort wörtlich wortwörtlich wortgetreu vollständig unverändert mot textuellement intégralement littéralement
  palabra literalmente textualmente íntegramente parola letteralmente integralmente palavra woord letterlijk volledig
  słowo dosłownie слово дословно полностью kelimesi kelimesine aynen harfiyen حرفيا كلمة शब्दशः हूबहू ordagrant doslova`,
);
/** All that they say. */
export const content = new WordSet(
  'inhalt wortlaut contenu contenido contenuto conteúdo inhoud treść содержание içeriğini المحتوى محتوى सामग्री',
);
