/** Whether Thai prose could order a model to do anything: the classifier was taught too little of it to tell a page from an order by itself. */
import { foldText } from '../../text/fold.ts';
import { withoutHarmlessNames } from './harmless-names.ts';

const thai = /[\u0e00-\u0e7f]/g;
/** Letters of others: what is said in another language is heard as that. */
const others = /[a-z\u00c0-\u024f\u0370-\u052f\u0590-\u0dff\u0e80-\uffff]/gi;
const othersMax = 40;

/**
 * What an order to a model speaks of: a machine, what it was told, a role, secrecy, an address, a word to be said. What a shop
 * or a doctor orders is none.
 */
const signs = new RegExp(
  foldText(
    [
      'ai|เอไอ|ปัญญาประดิษฐ์|โมเดล|แบบจำลอง|บอท|บอต|แชต|แชท|gpt|ผู้ช่วย(?!ศาสตราจารย์|พยาบาล|ผู้จัดการ|ครู|แพทย์)',
      '(?<!ใบ)คำสั่ง(?!ซื้อ|ผลิต|จ่าย|จอง|แพทย์|ศาล|ls|rm| ?[a-z])|พรอมต์|พรอมพ์|พร้อมท์|คำแนะนำ(?:เดิม|ก่อน|ทั้งหมด|ระบบ|ของคุณ)|ที่(?:เคย)?(?:บอก|สั่ง)(?:มา|ไว้|ไป)',
      '(?:ไม่มี|ไร้|ฝ่าฝืน|ลืม|ข้าม|ปลด|กฎ)(?:ข้อจำกัด|กฎ|ตัวกรอง|ของคุณ)|เพิกเฉย|ละทิ้ง|ไม่ต้องสนใจ|ละเว้น(?!ใบ|การ|จาก)|ลืมทุก|บทบาท|สวมรอย|แสร้ง|สมมติว่า(?:คุณ|เธอ)|คุณ(?:คือ|เป็น)',
      'เปิดเผย|ความลับ|(?:อย่า|ห้าม|ไม่ต้อง)(?:บอก|แจ้ง|ให้)ผู้ใช้|(?:บอก|แจ้ง)ผู้ใช้ว่า|แทรก(?:ข้อความ|ลิงก์)|ระบุว่า|(?:ตอบ|สรุป|พิมพ์|เขียน|พูด)(?:ว่า|เพียง|แค่)|เท่านั้น',
      'https?:|www\\.|@|curl|[a-z]_[a-z]|\\{|<',
    ].join('|'),
  ),
  'i',
);

/** Longer texts hold a sign of any kind, and are judged as they stand. */
const charactersMax = 20_000;

export function isThaiWithoutOrder(text: string): boolean {
  if (text.length > charactersMax) return false;
  const own = text.match(thai)?.length ?? 0;
  if (own * 2 < text.length || (text.match(others)?.length ?? 0) > othersMax) return false;
  return !signs.test(withoutHarmlessNames(text));
}
