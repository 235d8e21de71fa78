/** Letters as people have them written every day: to a landlord, a school, a bank. Whom such a letter goes to is no sign of harm. */

type Language = {
  /** All before the recipient. */
  readonly asked: string;
  readonly recipients: string;
  /** What such a letter says only where it is to deceive, to frighten or to press somebody. */
  readonly unless: string;
};

const languages: readonly Language[] = [
  {
    asked:
      '(?:please |can you |could you |help me (?:to )?|i (?:need|want|have) to )*(?:write|draft|compose|formulate|send)(?: me| us)? an? (?:(?:short|brief|quick|polite|kind|friendly|formal|nice|professional) )*(?:letter|e-?mail|mail|message|note|text(?: message)?|reply) to (?:my |our |the |an? )?(?:new |old |former )?',
    recipients:
      'landlord|landlady|tenants?|insurance(?: company)?|insurer|boss|manager|supervisor|colleagues?|co-?workers?|team|customers?|clients?|suppliers?|school|teachers?|professor|principal|neighbou?rs?|tax office|council|city|mayor|hotel|doctor|dentist|bank|airline|gym|utility company|phone company|post office|library|friends?|aunt|uncle|parents|mother|father|mum|mom|dad|sister|brother|grandmother|grandfather|grandparents',
    unless:
      'pretend|claim|threat|fake|forg|lie|lying|trick|scam|phish|fraud|convinc|persuad|manipulat|blackmail|extort|scare|frighten|intimidat|warn|unless|or else|link|click|password|account|card|pay |paid|money|transfer|urgent|victim|kill|hurt|harm|die|dead|suicid|bomb|gun|weapon|drug|hate|insult|humiliat|racis|sex|nude|naked|secret|spread|rumou?r|falsely|impersonat|posing|as if|instead|ignor|forget|rules?|instructions?|prompt|system',
  },
  {
    asked:
      '(?:bitte |kannst du |konntest du |könntest du |hilf mir,? )*(?:schreibe?|verfasse|formuliere|entwirf)(?: mir| uns)?(?: bitte)?(?: einen?| ein)? (?:(?:kurzen?|kurzes|hofliche[ns]?|höfliche[ns]?|freundliche[ns]?|formelle[ns]?|formlose[ns]?) )*(?:brief|e-?mail|mail|nachricht|schreiben|zettel|antwort|text) an (?:meinen?|unseren?|den|die|das|einen?) |(?:bitte )?schreibe? (?:meinem|meiner|unserem|unserer|dem|der) |hilf mir bei (?:einer|einem) (?:e-?mail|mail|nachricht|brief|schreiben) an (?:meinen?|unseren?|den|die|das|einen?) ',
    recipients:
      'vermieter(?:in)?|mieter(?:in)?|versicherung|chef(?:in)?|vorgesetzten?|kolleg(?:in|innen|en)|team|kund(?:e|en|in)|lieferanten?|schule|lehrer(?:in)?|nachbar(?:n|in|innen)?|finanzamt|stadt|gemeinde|hotel|arzt|ärztin|arztin|zahnarzt|bank|fluggesellschaft|bahn|hausverwaltung|freund(?:in|e)?|tante|onkel|eltern|mutter|vater|oma|opa|schwester|bruder',
    unless:
      'droh|erpress|falsch|gefalscht|gefälscht|täusch|tausch|betrug|betrüg|lüg|vorgeb|angeblich|als ob|überred|manipul|angst|einschücht|einschucht|passwort|kennwort|konto|link|klick|überweis|uberweis|geld|dringend|sonst|töt|verletz|umbring|bombe|waffe|droge|hass|beleidig|demütig|rassis|sex|nackt|gerücht|gerucht|\\bstatt |ignorier|vergiss|regeln|anweisung',
  },
  {
    asked:
      '(?:s.il (?:te|vous) pla[iî]t,? |peux-tu |pouvez-vous |aide-moi [aà] )*(?:[eé]cris|[eé]crire|[eé]crivez|r[eé]dige|r[eé]diger)(?:-moi)? (?:un|une) (?:petite? |courte? )?(?:mail|e-mail|courriel|lettre|message|mot) [aà] (?:mon |ma |mes |notre |nos |un |une |la |le |les |l.)?',
    recipients:
      'propri[eé]taire|locataires?|assurance|patronn?e?|chef|coll[eè]gues?|clients?|cliente|fournisseurs?|[eé]cole|professeure?|voisine?s?|mairie|h[oô]tel|m[eé]decin|dentiste|banque|compagnie a[eé]rienne|ami[es]?|amis|tante|oncle|parents|m[eè]re|p[eè]re|s[oœ]e?ur|fr[eè]re',
    unless:
      'menac|chantage|faux|fausse|mentir|mensonge|tromp|escroqu|arnaqu|pr[eé]tend|faire croire|convainc|manipul|peur|intimid|mot de passe|compte|lien|cliqu|virement|argent|urgent|sinon|tuer|blesser|bombe|arme|drogue|haine|insult|humili|racis|sexe|nue?|rumeur|au lieu|ignor|oubli|r[eè]gles|instructions',
  },
  {
    asked:
      '(?:por favor,? |puedes |ay[uú]dame a )*(?:escribe|escribir|redacta|redactar)(?:me)? (?:un|una) (?:breve |corta |corto )?(?:correo|mail|e-?mail|carta|mensaje|nota) (?:a|para) (?:mi |mis |nuestro |nuestra |un |una |el |la )?|(?:por favor,? |puedes )*(?:escribe|escribir|redacta|redactar)(?:me)? (?:un|una) (?:correo|mail|e-?mail|carta|mensaje|nota) al ',
    recipients:
      'caser[oa]|propietari[oa]|inquilin[oa]|aseguradora|seguro|jef[ea]|compa[nñ]er[oa]s?|colegas?|clientes?|proveedor(?:es)?|escuela|colegio|profesor(?:a)?|vecin[oa]s?|ayuntamiento|hotel|m[eé]dico|dentista|banco|aerol[ií]nea|amig[oa]s?|t[ií][oa]|padres|madre|padre|herman[oa]|abuel[oa]',
    unless:
      'amenaz|chantaj|fals|mentir|mentira|enga[nñ]|estaf|fing|hacerse pasar|convenc|manipul|miedo|intimid|contrase[nñ]a|cuenta|enlace|clic|transfer|dinero|urgente|si no|matar|herir|bomba|arma|droga|odio|insult|humill|racis|sexo|desnud|rumor|en vez|ignor|olvid|reglas|instrucciones',
  },
];

const before = '^[\\s"\'“„«]*';
const restMax = 120;

const patterns = languages.map(
  ({ asked, recipients, unless }) =>
    new RegExp(
      `${before}(?:${asked})(?:${recipients})(?![\\p{L}\\p{N}-])(?=(?![^.!?\\n]*(?:${unless}))[^.!?\\n]{0,${restMax}}[.!?]?[\\s"'”“»]*$)`,
      'iu',
    ),
);
const hints =
  /letter|mail|message|note|text|reply|brief|nachricht|schreib|zettel|antwort|lettre|courriel|mot|correo|carta|mensaje|nota/i;
const charactersMax = 300;

/** One sentence that asks for such a letter and for nothing else, with what it is about alone; the very text where it is none. */
export function withoutLetter(text: string): string {
  if (text.length > charactersMax || !hints.test(text)) return text;
  return patterns.reduce((left, pattern) => left.replace(pattern, 'thing'), text);
}
