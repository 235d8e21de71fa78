/** What people write to each other about papers that no longer hold: the previous invoice, the earlier mail, this reminder. No model is told by them. */
import type { HarmlessTurn } from './harmless-turns.ts';

/** A message, a text and a note are left out: they may be those of the chat. */
type Tongue = {
  readonly hints: string;
  readonly drop: string;
  /** What may stand between. */
  readonly own: string;
  readonly paper: string;
  readonly earlier: string;
  readonly and: string;
  /** What is done with the paper that holds instead. */
  readonly use: string;
};

const letter = '[a-z\\u00c0-\\u024f\\u0400-\\u04ff]';

const mail = 'e-?mails?|mails?';
const tongues: readonly Tongue[] = [
  {
    hints: 'ignore disregard forget overlook',
    drop: 'ignore|disregard|forget|overlook',
    own: '(?:(?:the|my|our|this|that|your) )?',
    paper: `(?:proforma |price )?(?:invoices?|quotes?|quotations?|offers?|estimates?|lists?|${mail}|letters?|reminders?|attachments?|drafts?|bookings?|bills?|invites?|invitations?|appointments?)`,
    earlier: 'previous|earlier|last|prior|above|old|first|original',
    and: 'and|but',
    use: 'use|pay|see|refer|take|note|accept|reply|sign',
  },
  {
    hints: 'ignor desconsider olvid',
    drop: 'ignore|ignora|ignoren|ignorar|desconsidere|desconsidera|desconsiderar|desestime|olvide',
    own: '(?:(?:el|la|los|las|mi|nuestr[oa]|este|esta|o|a|os|as|meu|minha|noss[oa]|esse|essa) ?)?(?:(?:mio|minha|il|lo|i|le|la mia|il mio|nostra|nostro) )?',
    paper: `facturas?|faturas?|presupuestos?|orçamentos?|cotizaci[oó]n|ofertas?|correos?(?: electr[oó]nicos?)?|${mail}|cartas?|recordatorios?|lembretes?|avisos?|adjuntos?|anexos?|pedidos?|fattur[ae]|preventiv[oi]|offert[ae]|letter[ae]|sollecit[oi]|allegat[oi]|ordin[ei]`,
    earlier: 'anterior(?:es)?|previ[oa]s?|precedente|precedenti|scors[oa]',
    and: 'y|e|ed|pero|mas|ma',
    use: '(?:de )?(?:us[eai]r?e?|utili[cz][eaio](?:r|re)?|pagu?[eai]r?e?|consider[ei]r?e?|ten(?:ga|er|ha)|aceite|acepte|quell[oa])',
  },
  {
    hints: 'ignor tene tenir',
    drop: "ignorer|ignorez|ignore|(?:ne )?(?:pas )?ten(?:ir|ez|ons)(?: pas)? compte (?:de|d')",
    own: "(?:(?:le|la|les|mon|ma|notre|ce|cet|cette|l') ?)?",
    paper: `factures?|devis|offres?|courriels?|courriers?|${mail}|lettres?|rappels?|avis|pi[eè]ces jointes|commandes?|rendez-vous`,
    earlier: 'pr[eé]c[eé]dente?s?|ant[eé]rieure?s?|initiale?s?',
    and: 'et|mais',
    use: "(?:d')?(?:utilise[rz]|r[eé]gle[rz]|paye[rz]|prenez|consulte[rz]|retene[rz])",
  },
  {
    hints: 'ignorier missacht negeer negeren bortse ignorer ignorera',
    drop: 'ignorieren(?: sie)?|ignoriert|ignoriere|missachten(?: sie)?|negeer|negeert|negeren|bortse fran|bortse från|ignorera|ignorer|se bort fra',
    own: '(?:(?:die|den|das|meine|meinen|unsere|unseren|diese|dieses|diesen|de|het|mijn|onze|dit|deze|min|mitt|v[aå]r|vårt|den|det|denna) )?',
    paper: `rechnung|angebot|${mail}|e-?mail|schreiben|brief|erinnerung|mahnung|anhang|bestellung|einladung|facture?n?|factuur|offerte|brief|herinnering|bijlage|bestelling|faktura(?:n)?|faktureringen|offert(?:en)?|tilbud(?:et)?|mejl(?:et)?|p[aå]minnelse(?:n)?`,
    earlier:
      'vorherige[ns]?|vorige[ns]?|letzte[ns]?|frühere[ns]?|eerdere|vorige|laatste|föregående|foregående|forrige|tidigare|tidligere',
    and: 'und|aber|en|maar|och|og|men',
    use: 'verwenden|nutzen|benutzen|bezahlen|zahlen|beachten|nutzt|verwendet|gebruik|betaal|använd|betala|bruk|brug|betal',
  },
  {
    hints: 'zignor ignor игнорир учитыва врахову abaikan',
    drop: 'zignoruj(?:cie)?|zignorować|ignorujte|ignoruj|ignorați|ignoră|игнорируйте|проигнорируйте|не учитывайте|не учитывать|не враховуйте|ігноруйте|abaikan',
    own: '(?:(?:moj[aą]|nasz[aą]?|t[eę]n?|m[uů]j|na[sš]i|toto|мо[её]|наше?|это|этот|цей) )?',
    paper: `faktur[aęy]|ofert[aęy]|${mail}|e-?maila?|list|przypomnienie|fakturu|nab[ií]dku|dopis|upom[ií]nku|factura|oferta|сч[её]т|письмо|предложение|напоминание|лист|рахунок|faktur|penawaran|surel|pengingat|surat`,
    earlier:
      'poprzedni[aą]?|wcze[sś]niejsz[aąy]|p[rř]edchoz[ií]|anterioar[aă]|предыдущ(?:ий|ее)|прошл(?:ый|ое)|попередн(?:ій|ього|є)|sebelumnya|lama',
    and: 'i|oraz|a|și|и|та|й|dan|tetapi',
    use: 'u[zż]y[cć]|zap[lł]a[cć](?:i[cć])?|pou[zž]ijte|zapla[tť]te|folosi[tț]i|оплат(?:ить|ите)|использ(?:овать|уйте)|сплат(?:ити|іть)|gunakan|bayar|pakai',
  },
  {
    hints: 'bo qua bỏ qua',
    drop: 'bỏ qua',
    own: '',
    paper: `(?:hóa đơn|báo giá|đơn hàng|${mail}|thư|lời nhắc)`,
    earlier: 'trước|cũ|trước đó',
    and: 'và|mà',
    use: 'dùng|sử dụng|thanh toán|xem',
  },
];

function toTurn({ hints, drop, own, paper, earlier, and, use }: Tongue): HarmlessTurn {
  const which = `(?:(?:${earlier}) (?:${paper})|(?:${paper}) (?:${earlier}))`;
  const alone = `(?!${letter})(?! ?,? ?(?:${and})\\b(?! (?:${use})(?!${letter})))(?!:)`;
  return [hints, `(?<!${letter})(?:${drop}) ?${own}${which}${alone}`];
}

const scripts: readonly HarmlessTurn[] = [
  [
    '忽略 无视 無視 무시 ละเว้น ข้าม',
    '(?:忽略|无视|無視)(?:我|我们|我們)?(?:之前|上一(?:封|张|份)|前一(?:封|张|份)|此前)的?(?:发票|發票|账单|帳單|报价单?|報價單?|订单|訂單|邮件|郵件|通知|附件)|忽略(?:此|本|该)(?:通知|邮件|郵件|提醒)|(?:前回|先ほど|以前|先日)の(?:請求書|見積書?|メール|注文書?|添付|案内)は?(?:を)?無視し|이전 ?(?:송장|견적서?|메일|이메일|주문|첨부 ?파일)[은는을를]? ?무시|(?:ละเว้น|ข้าม|ไม่ต้องสนใจ)(?:ใบแจ้งหนี้|ใบเสนอราคา|อีเมล|ใบสั่งซื้อ|เอกสารแนบ)(?:ฉบับ|ใบ)?(?:ก่อน|เดิม|เก่า)(?:หน้า)?(?:นี้)?',
  ],
  [
    'تجاهل पिछल önceki onceki',
    'تجاهل (?:الفاتورة|الرسالة البريدية|العرض|البريد|التذكير) (?:السابقة?|الأخير)|(?:पिछला|पिछले|पिछली) (?:चालान|बिल|ईमेल|कोटेशन) (?:को )?(?:अनदेखा|नज़रअंदाज़)|(?:önceki|bir önceki) (?:fatura(?:yı|mızı)?|teklif(?:i|imizi)?|e-?posta(?:yı|mı)?|mail(?:i|imi)?)(?: (?:dikkate almay[ıi]n|yok say[ıi]n|göz ard[ıi] edin))',
  ],
];

export const harmlessPapers: readonly HarmlessTurn[] = [...tongues.map(toTurn), ...scripts];

const romance = tongues[1]?.paper ?? '';
/** `Ignore la factura anterior`: the word for what stood before belongs to the paper; `the above price list` has it in front. */
const namedBefore = new RegExp(
  `(?<!${letter})(?:${romance}) (?:anterior(?:es)?|anteriormente|precedente|acima|arriba)$`,
  'i',
);
const aboveEnds = /\b(?:above|preceding|foregoing)$/i;
const namedBehind =
  /^ (?:price |order |packing |shopping )?(?:lists?|invoices?|quotes?|quotations?|offers?|estimates?|e-?mails?|mails?|letters?|reminders?|attachments?|drafts?|bills?|invitations?|appointments?|tables?|figures?|charts?|prices?|dates?|address(?:es)?|phone numbers?)\b(?! (?:and|or) )/i;

/** Whether a phrase speaks of such a paper, by how it ends and what follows. */
export function isOfPapers(phrase: string, following: string): boolean {
  return namedBefore.test(phrase) || (aboveEnds.test(phrase) && namedBehind.test(following));
}
