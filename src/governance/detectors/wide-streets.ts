/** Street addresses of China, Taiwan, Japan and Korea, which go from the region down to the house. */

const han = '[\\u3005\\u4e00-\\u9fff]';
const regions =
  '北京|上海|天津|重庆|重慶|河北|山西|辽宁|吉林|黑龙江|江苏|浙江|安徽|福建|江西|山东|河南|湖北|湖南|广东|海南|四川|贵州|云南|陕西|甘肃|青海|台湾|臺灣|内蒙古|广西|西藏|宁夏|新疆|香港|澳门|台北|臺北|新北|桃園|台中|臺中|台南|臺南|高雄|新竹';
/** What stands before a town in a sentence and is none of its name. */
const town = '[^\\P{Script=Han}在是于於住到至址寄送给給往为為]{2,3}[市县縣]';
const chinese = new RegExp(
  `(?:(?:${regions})(?:${han}{0,4}[省市区區])?|${town})${han}{0,12}${han}(?:[\\d一二三四五六七八九十]{1,3}段)?$`,
  'u',
);
const endsInStreet = /(?:路|街|道|巷|弄|村|段|里|胡同|屯|坊|园|苑)$/u;
const chineseEnd =
  /^[号號弄](?:院|之\d{1,3})?(?:\d{1,4}(?:号楼|號樓|栋|棟|幢|座|楼|樓|单元|單元|层|層|室|号|號)){0,4}/u;

const kana = '[\\u3005-\\u3007\\u3040-\\u30ff\\u4e00-\\u9fff]';
const japanese = new RegExp(
  `(?:〒\\d{3}-\\d{4} ?)?(?:東京都|北海道|京都府|大阪府|${han}{2,3}県)${kana}{2,24}$`,
  'u',
);
const japaneseEnd =
  /^(?:(?:丁目|番地?の?|号|[-‐−－の])\d{1,4}){1,3}(?:番地?|号室?|号)?|^(?:丁目|番地?|号)/u;

const korean = new RegExp(
  '(?:(?:서울|부산|대구|인천|광주|대전|울산|세종)(?:특별자치시|특별시|광역시|시)?|[가-힣]{2,3}(?:특별자치도|도)|경기|강원|충북|충남|전북|전남|경북|경남|제주) (?:[가-힣]{1,4}(?:시|군|구) ){1,2}(?:[가-힣]{1,5}(?:읍|면) )?[가-힣]{1,8}(?:로|길|동|리) ?$',
  'u',
);
const koreanEnd =
  /^(?:-\d{1,4})?(?:(?:번?길) ?\d{1,4}(?:-\d{1,4})?)?(?:,? ?\d{1,4}동)?(?:,? ?\d{1,3}층)?(?:,? ?\d{1,4}호)?/u;

const reach = 48;

/** An address with its house number between `token` and `end`. */
export function readWideAddress(
  text: string,
  token: number,
  end: number,
): { readonly start: number; readonly end: number } | undefined {
  if (text.charCodeAt(token - 1) < 0x2e80 && text.charCodeAt(token - 1) !== 32) return undefined;
  const before = text.slice(Math.max(0, token - reach), token);
  const after = text.slice(end, end + reach);
  for (const [shape, behind] of [
    [endsInStreet.test(before) ? chinese : undefined, chineseEnd],
    [japanese, japaneseEnd],
    [korean, koreanEnd],
  ] as const) {
    const rest = shape === undefined ? null : behind.exec(after);
    const lead = rest === null ? null : shape?.exec(before);
    if (rest === null || lead === null || lead === undefined) continue;
    return { start: token - lead[0].length, end: end + rest[0].length };
  }
  return undefined;
}
