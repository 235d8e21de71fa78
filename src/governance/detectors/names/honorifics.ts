/** Names that a form of address, or the word for a name, gives away in other scripts than Latin: behind the name in Chinese, Japanese and Korean, before it in Hindi and Russian. */

/** Where no capital tells a name, its first character has to be a family name that many have. */
const chinese = `[王李张張刘劉陈陳杨楊黄黃赵趙吴吳周徐孙孫马馬朱胡郭何林罗羅高郑鄭梁谢謝宋唐许許韩韓冯馮邓鄧曹彭曾肖田董袁潘蒋蔣蔡余杜叶葉程苏蘇魏吕呂丁沈姚卢盧姜崔钟鍾谭譚陆陸汪范廖贾賈夏韦方邹孟熊秦邱江尹薛闫段雷侯陶黎贺顾郝龚邵钱严覃戴莫孔汤]`;
const japanese = `佐藤|鈴木|高橋|田中|伊藤|渡辺|渡邊|山本|中村|小林|加藤|吉田|山田|佐々木|山口|松本|井上|木村|斎藤|斉藤|清水|山崎|池田|橋本|阿部|石川|山下|中島|石井|小川|前田|岡田|長谷川|藤田|後藤|近藤|村上|遠藤|青木|坂本|福田|太田|西村|藤井|金子|岡本|藤原|三浦|中野|原田|松田|竹内|上田|中山|和田|森田|石田|上野|内田|柴田|酒井|宮崎|横山|高木|安藤|宮本|大野|小島|谷口|今井|工藤|高田|増田|丸山|杉山|村田|大塚|新井|小山|平野|藤本|河野|野口|武田|松井|菅原|岩崎|木下|佐野|野村|松尾|菊地|菊池|市川|杉本|古川|大西|島田|水野|桜井|高野|吉川|山内|西田|西川|北村|五十嵐|安田|中田|平田|川口`;
const korean = `[김이박최정강조윤장임한오서신권황안송류홍문양배백허남심노곽성]`;
const hindi = `[\\p{scx=Deva}&&\\p{L}][\\p{scx=Deva}&&[\\p{L}\\p{M}]]{1,20}`;
/** Words that no given name has in it: what follows is somebody, whoever it is. */
const common = '的了是在有和与與及们們位这這那个個一不';
const notNamed =
  '이용자|진행자|한국인|조합원|신청자|이사장|강연자|성직자|정치인|서비스|문의자|양육자|조교수|이장';

const forms: readonly (readonly [hint: RegExp, shape: RegExp])[] = [
  [
    /先生|女士|小姐|老师|老師|太太/,
    new RegExp(`${chinese}[\\p{scx=Han}--[${common}]]{1,2}(?=先生|女士|小姐|老师|老師|太太)`, 'gv'),
  ],
  [
    /様|さん|氏|殿|先生/,
    new RegExp(
      `(?:${japanese})[ \\u3000]?[\\p{scx=Han}\\p{scx=Hira}\\p{scx=Kana}]{0,4}?(?=[ \\u3000]?(?:様|さん|氏|殿|先生))`,
      'gv',
    ),
  ],
  [
    /씨|님/,
    new RegExp(`(?<![가-힣])(?!${notNamed})${korean}[가-힣]{2}(?= ?[씨님](?!앗|름))`, 'gv'),
  ],
  [
    /господин|госпож|г-/,
    /(?<=(?<!\p{L})(?:господину?|господина|госпожа|госпоже|г-н|г-жа) )\p{Lu}\p{L}+(?: \p{Lu}\p{L}+)?/gu,
  ],
  [
    /श्री|सुश्री|डॉ/,
    new RegExp(`(?<=(?<![\\p{L}\\p{M}])(?:श्रीमती|सुश्री|श्री|डॉ\\.?) )${hindi}(?: ${hindi})?`, 'gv'),
  ],
];

/** What places and offices end in. */
const offices = '栏欄部处處室科店局院厂廠站线線駅市町区県村課';
const given = '[:：=]\\s?["\'“「]?';
/** `姓名：王小明`, `氏名：山田太郎`, `이름: 김민수`, and who says so of himself. */
const called: typeof forms = [
  [
    /姓名|名字|我叫|收件人|联系人|聯繫人|聯絡人|申请人|持卡人/,
    new RegExp(
      `(?<=(?:姓名|名字|收件人|联系人|聯繫人|聯絡人|申请人|持卡人)["']?\\s?${given}|我叫|名字叫|名字是)${chinese}[\\p{scx=Han}--[${common}${offices}]]{1,2}(?!\\p{scx=Han})`,
      'gv',
    ),
  ],
  [
    /氏名|名前|担当者|患者|宛名|私は/,
    new RegExp(
      `(?<=(?:氏名|名前|担当者|患者|宛名)["']?\\s?(?:${given}|は))(?:${japanese})[ \\u3000]?[[\\p{scx=Han}\\p{scx=Hira}\\p{scx=Kana}]--[${offices}]]{1,3}?(?=[^\\p{scx=Han}\\p{scx=Hira}\\p{scx=Kana}]|です|と申し|$)|(?<=私は)(?:${japanese})[ \\u3000]?[[\\p{scx=Han}\\p{scx=Hira}\\p{scx=Kana}]--[${offices}]]{1,3}?(?=です|と申し)`,
      'gv',
    ),
  ],
  [
    /이름|성명|성함|고객명|환자명|수신인|저는/,
    new RegExp(
      `(?<=(?:이름|성명|성함|고객명|환자명|수신인)["']?\\s?${given}|(?:이름은|저는) )(?!${notNamed})${korean}[가-힣]{2}(?=$|[^가-힣]|입니다|이고|이라고)`,
      'gv',
    ),
  ],
];

export const findHonoured = (text: string): readonly Stretch[] => findIn(forms, text);
export const findCalled = (text: string): readonly Stretch[] => findIn(called, text);

type Stretch = readonly [start: number, end: number];

/** Start and end of each. */
function findIn(shapes: typeof forms, text: string): readonly Stretch[] {
  return shapes.flatMap(([hint, shape]) =>
    hint.test(text)
      ? Array.from(
          text.matchAll(shape),
          ({ index, 0: name }) => [index, index + name.length] as const,
        )
      : [],
  );
}
