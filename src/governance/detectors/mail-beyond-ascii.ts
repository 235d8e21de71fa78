/** Where an address of e-mail in letters beyond ASCII begins before its `@`, and where its domain ends behind it. */

const localMax = 64;
/** Far enough for the longest domain that anybody has. */
const domainMax = 160;

/** Top-level domains of scripts that are written without spaces, as the root zone has them: there, letters alone end no word. */
const wideTops =
  `中国 中國 公司 网络 網絡 在线 中文网 网址 网站 網站 商城 集团 世界 香港 台灣 台湾 新加坡 澳門 澳门 政务 政府 公益 移动 信息
  游戏 娱乐 商店 商标 企业 广东 佛山 慈善 我爱你 时尚 机构 招聘 健康 手机 广告 餐厅 测试 測試 购物 大众汽车 组织机构 みんな コム セール ストア
  ファッション クラウド ポイント グーグル アマゾン テスト 한국 닷컴 닷넷 삼성 테스트 ไทย คอม`
    .split(/\s+/)
    .join('|');
const wide = String.raw`[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}\p{scx=Thai}]`;
/** With signs on its letters, which belong to no script: as in ASCII, it ends where another script begins. */
const latin = String.raw`\p{sc=Latn}`;
const latinTop = String.raw`${latin}[${latin}\p{sc=Zinh}]{1,47}(?![${latin}\p{sc=Zinh}\p{N}])`;
const label = String.raw`[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,62}[\p{L}\p{M}\p{N}])?`;
const isDomain = new RegExp(
  String.raw`^(?:${label}[.])*?${label}(?:[.。．｡](?:${wideTops})|[.](?:xn--[A-Za-z0-9-]{2,59}|(?=[A-Za-z])[A-Za-z]{2,24}(?![A-Za-z0-9])|${latinTop}|(?!${wide}|${latin})\p{L}[\p{L}\p{M}]{1,23}(?![\p{L}\p{M}\p{N}])|${wide}{2,6}(?![\p{L}\p{M}\p{N}])))(?![.][\p{L}\p{N}])`,
  'u',
);
const wideLetter = new RegExp(wide, 'u');
const isLetter = /[\p{L}\p{M}]/u;
const beyondAscii = /[^\0-\x7f]/;

/** What stands between a sentence and an address that follows it without a space. */
const leads =
  /^.*(?:[是为為至到给給向于寄叫系箱件址於は]|メール|アドレス|宛|联系|联络|請|请|이메일은|은|는|อีเมล|ที่)(?=.)/su;

/** Where a domain that is not all ASCII ends; -1 where none begins. */
export function endOfDomain(text: string, from: number): number {
  const [domain = ''] = isDomain.exec(text.slice(from, from + domainMax)) ?? [];
  return beyondAscii.test(domain) ? from + domain.length : -1;
}

/** Backwards from `end` over letters of one manner of writing, digits and `._+-`; `end` itself where there are none. */
export function startOfLetters(text: string, end: number): number {
  const least = Math.max(0, end - localMax);
  let start = end;
  let spaced: boolean | undefined;
  let letters = 0;
  while (start > least) {
    const from = isLow(text.charCodeAt(start - 1)) ? start - 2 : start - 1;
    const letter = text.slice(from, start);
    const plain = /[0-9._+-]/.test(letter);
    if (!plain) {
      if (letter < '\u0080' || !isLetter.test(letter)) break;
      const own = !wideLetter.test(letter);
      if (spaced !== undefined && own !== spaced) break;
      spaced ??= own;
      letters++;
    }
    start = from;
  }
  if (letters === 0) return end;
  if (spaced === false) start += leads.exec(text.slice(start, end))?.[0].length ?? 0;
  while (start < end && /[._+-]/.test(text.charAt(start))) start++;
  return start;
}

function isLow(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}
