/** Short questions of every day in languages where the classifier takes words for `what`, `is` and `of` for signs of an attack: it knows them from little else. */
import { foldText } from '../../text/fold.ts';

/** Devanagari, Bengali and Thai; small words of languages in Latin letters, without their marks. */
const isRare = new RegExp(
  [
    '[\\u0900-\\u09ff\\u0e00-\\u0e7f]',
    '(?<![\\p{L}\\p{N}])(?:ang|mga|paano|isalin|apa|bagaimana|yang|kenapa|tolong|ninapikaje|hali ya|cach|khong|the nao|la gi|lam sao|nece|necedir)(?![\\p{L}\\p{N}])',
  ].join('|'),
  'iu',
);

/** What an attack asks for, turns against or plays, by language; none of it stands in a question of every day. */
const matters: readonly string[] = [
  'पासवर|गुप्त|गोपनीय|छिप|छुप|उपयोगकर्ता|यूज़?र|सिस्टम|निर्देश|आदेश|नियम|सीमा|प्रॉम्प्ट|कुंजी|कोड|ईमेल|जन्म|अनदेखा|नज़?र ?अंदाज़?|भूल|राज़|अनुमति|दोहरा|शब्दशः|संदेश|मैसेज|काल्पनिक|अब से|बहाना|नाटक|भूमिका|मानो|दुर्लक्ष|विसर|सूचना|बेवास्ता|बिर्स',
  'รหัส|ลับ|ผู้ใช้|ระบบ|คำส|คำแ|คําส|คําแ|กฎ|พรอม|อีเมล|เกิด|ลืม|เพิกเฉย|ละเว้น|ข้อจ|อนุญาต|ทวน|ซ้ำ|ข้อความ|ตั้งแต่|จากนี้|สมมติ|แกล้ง|บทบาท|เชื่อฟัง|ห้าม|ไม่ต้อง',
  '(?<![\\p{L}])(?:mật khẩu|bí mật|người dùng|hệ thống|hướng dẫn|chỉ (?:dẫn|thị)|quy (?:tắc|định)|lời nhắc|email|ngày sinh|bỏ qua|quên|giới hạn|mã|khóa|lặp lại|nguyên văn|tin nhắn|từ (?:giờ|bây giờ|nay)|giả|vai|tuân|phớt lờ)(?![\\p{L}])',
  'password|kontrasenyas|lihim|sikreto|gumagamit|user|sistema|tagubilin|panuto|patakaran|kaarawan|kalimutan|balewalain|huwag|limit|ulitin|mensahe|mula ngayon|kunwari|panggap|gampan|sumunod|lampasan',
  'sandi|rahasia|rahsia|pengguna|sistem|instruksi|arahan|perintah|aturan|peraturan|lahir|abaikan|lupakan|batas|kunci|kode|prompt|ulangi|pesan|mulai sekarang|pura|peran|bertindak|patuh|turuti',
  'পাসওয়ার্ড|গোপন|ব্যবহারকারী|সিস্টেম|নির্দেশ|নিয়ম|ইমে|জন্ম|উপেক্ষা|ভুলে|কোড|সীমা|পুনরাবৃত্তি|বার্তা|এখন থেকে|ভান|ভূমিকা|মেনে',
  'parol|gizli|istifadəçi|təlimat|qayda|unut|bundan sonra|nywila|siri|mtumiaji|mfumo|maagizo|sheria|puuza|kuanzia sasa|jifanya',
];
/** Signs that set off what stands for something else, names in capitals and words of a machine. */
const signs =
  '[\\d"“”„«»`<>{}[\\]=:;|\\\\]|[A-Z]{2}|(?<![A-Za-z])(?:ai|bot|gpt|llm|chatbot|dan)(?![A-Za-z])';
const unless = new RegExp(matters.flatMap((some) => [some, foldText(some)]).join('|'), 'iu');
const hasSigns = new RegExp(signs, 'u');

const charactersMax = 80;
const oneSentence = /^[^.!?。！？।\n]{3,}[.!?。！？।]?\s*$/u;

export function isPlainQuestion(text: string): boolean {
  return (
    text.length <= charactersMax &&
    oneSentence.test(text) &&
    isRare.test(text) &&
    !hasSigns.test(text) &&
    !unless.test(text)
  );
}
