/** `Translate this article and sum it up in three sentences`, in languages in which the classifier mostly met that as a trick: what is done is done to a text that people have. */
import type { HarmlessTurn } from './harmless-turns.ts';

/** No message, no instructions and nothing from above: those may be what the model was told. */
const hindiText =
  '(?:लेख|ईमेल|मेल|पत्र|अनुच्छेद|पैराग्राफ|रिपोर्ट|दस्तावेज़|वाक्य|कविता|कहानी|समाचार|अनुबंध|मीटिंग|बैठक|ब्लॉग|निबंध|पाठ|किताब|वीडियो)(?:ों|ओं)?';
const hindiThis = '(?:इस|इसे|इन|मेरे|मेरी|उस|निम्नलिखित|निम्न|नीचे (?:दिए|दी|लिखे|लिखी)(?: (?:गए|गई))?)';
const hindiDo =
  '(?:करो|करें|करिए|कीजिए|करके|कर दो|कर|दो|दें|दीजिए|बताओ|बताइए|बताएं|लिखो|लिखें|लिखिए|समझाओ|समझाइए)';
const hindiTongue = '(?:हिंदी|हिन्दी|अंग्रेज़ी|अंग्रेजी|मराठी|बांग्ला|उर्दू|तमिल|सरल (?:भाषा|शब्दों|हिंदी))';
const hindi = [
  `${hindiThis} (?:${hindiText}|संदेश) (?:का|को|की|के)(?: ${hindiTongue} में)? (?:अनुवाद|सारांश|संक्षेप|भावार्थ|अर्थ|मतलब)(?: ${hindiDo})?`,
  `${hindiThis} ${hindiTongue} में (?:अनुवाद|लिख)(?: ${hindiDo})?`,
  `(?:और|फिर|तथा) (?:[^ ]{1,8} )?(?:वाक्यों|पंक्तियों|शब्दों|बिंदुओं) में (?:सारांश|संक्षेप|समझा)(?:ओ| ${hindiDo})?`,
  `(?:और|फिर) (?:संक्षेप में|मुख्य बिंदु|छोटा करके) ${hindiDo}`,
].join('|');

const vietnameseText =
  '(?:đoạn văn|bài báo|bài viết|bài thơ|e-?mail|văn bản|hợp đồng|tài liệu|báo cáo|cuộc họp|câu|đoạn|thư|truyện|video|cuốn sách)';
const vietnameseDeed = '(?:dịch|tóm tắt|viết lại|rút gọn|đọc)';
const vietnamese = [
  `${vietnameseDeed}(?: và ${vietnameseDeed})?(?: giúp (?:tôi|mình|em))? ${vietnameseText}(?: (?:này|sau|dưới đây|hôm nay|trên đây|đính kèm)){1,2}(?: giúp (?:tôi|mình|em))?(?: (?:sang|bằng|ra) tiếng [a-z]+)?`,
  `(?:và|rồi) (?:tóm tắt|dịch|rút gọn)(?: (?:trong|thành) [a-z0-9]+ (?:câu|ý|dòng|đoạn)| (?:sang|bằng|ra) tiếng [a-z]+| ngắn gọn)`,
].join('|');

const bengali =
  'এই (?:লেখা|প্রবন্ধ|ইমেইল|নিবন্ধ|অনুচ্ছেদ|চিঠি|কবিতা|প্রতিবেদন|বই|গল্প)[^ ]{0,5} (?:[^ ]{1,14} )?(?:অনুবাদ|সারাংশ|সংক্ষেপ)[^ ]{0,3}(?: (?:করো|করুন|কর|দাও|দিন|বলো|লেখো))?|(?:এবং|তারপর) (?:[^ ]{1,8} )?(?:বাক্যে|লাইনে|শব্দে) (?:সারাংশ|সংক্ষেপ)[^ ]{0,4}(?: (?:দাও|দিন|বলো|লেখো|করো))?';

export const harmlessTexts: readonly HarmlessTurn[] = [
  ['अनुवाद सारांश संक्षेप अर्थ मतलब लिख', hindi],
  ['dịch tóm viết rút', vietnamese],
  ['অনুবাদ সারাংশ সংক্ষেপ', bengali],
];
