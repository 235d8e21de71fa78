/** Characters that pass for a Latin letter or a digit, and characters that cannot be seen. */

/** Letter, then what looks like it. Lower case stands for both where the script has both. */
export const lookalikes: readonly (readonly [letter: string, others: string])[] = [
  ['a', 'аαɑᴀɐⱥꭺⲁ'],
  ['b', 'вβʙᏼƀɓьъƃϐꞵⲃ'],
  ['c', 'сᴄϲⅽꮯⲥƈ¢ɔↄ'],
  ['d', 'ԁᴅđɖɗꮷðժƌ'],
  ['e', 'еεᴇҽɛǝəэꮛɇ℮єϵⲉɘ'],
  ['f', 'ғϝꜰƒɟքꞙ'],
  ['g', 'ɡɢցǥɠԍᶃ'],
  ['h', 'нһʜհꮋħɦɥⲏ'],
  ['i', 'іιıɪɨᴉӏꙇⲓ¡ίꭵ'],
  ['j', 'јᴊϳɉɾյʝ'],
  ['k', 'кκᴋƙⲕʞќ'],
  ['l', 'ʟłƚⳑɭլⅼɫǀ'],
  ['m', 'мᴍɱɯⲙꮇⅿ'],
  ['n', 'пɴηոռⲛŋɲƞᴎ'],
  ['o', 'оοςᴏօσøɵⲟꮎඃ๐໐ⵔ'],
  ['p', 'рρᴘƥⲣꮲþ'],
  ['q', 'ԛզɋʠգ'],
  ['r', 'гʀᴦɹяꮢɍɽⲅᴙ'],
  ['s', 'ѕꜱʂꮪṩșş'],
  ['t', 'тτᴛƭʇⲧꮖŧţț'],
  ['u', 'υᴜսʊʉцμ'],
  ['v', 'νᴠѵʌⅴꮩ'],
  ['w', 'ԝωᴡաѡɯшщʍѿⱳ'],
  ['x', 'хχⅹⲭ᙮×ҳӽ'],
  ['y', 'уγʏүყɏʎ'],
  ['z', 'ᴢʐƶȥʑ'],
  ['ae', 'æ'],
  ['oe', 'œ'],
  ['ss', 'ß'],
  ["'", '’‘ʼ＇´‛′'],
  ['"', '“”„‟″＂'],
  ['-', '‐‑‒–—―−﹣－⁃'],
  ['/', '⁄∕⧸／'],
  ['.', '․。｡．'],
  [':', '：︰ː∶꞉'],
  ['|', '｜ⵏ∣'],
  ['*', '∗＊'],
  [' ', '\u2800\u0085\u2028\u2029'],
];

/** Capitals whose small letter looks like another letter. */
export const capitals: readonly (readonly [letter: string, others: string])[] = [
  ['A', 'ΑᎪꓮ'],
  ['B', 'ΒᏴꓐ'],
  ['C', 'Ꮯꓚ'],
  ['D', 'Ꭰꓓ'],
  ['E', 'ΕᎬꓰ'],
  ['G', 'Ꮐꓖ'],
  ['H', 'ΗᎻꓧ'],
  ['I', 'Ιꓲ'],
  ['J', 'Ꭻꓙ'],
  ['K', 'ΚᏦꓗ'],
  ['L', 'Ꮮꓡ'],
  ['M', 'ΜᎷꓟ'],
  ['N', 'Νꓠ'],
  ['O', 'Οꓳ'],
  ['P', 'ΡᏢꓑ'],
  ['R', 'ᏒᎡꓣ'],
  ['S', 'ᏚႽꓢ'],
  ['T', 'ΤᎢꓔ'],
  ['V', 'Ꮩꓦ'],
  ['W', 'ᎳᏔꓪ'],
  ['Y', 'ΥᎩꓬ'],
  ['Z', 'ΖᏃꓜ'],
  ['X', 'Χꓫ'],
  ['F', 'ꓝ'],
  ['U', 'ꓴ'],
];

/** Inclusive ranges that show nothing: joiners, marks of direction, fillers, selectors, annotations, tags. */
export const invisible: readonly (readonly [from: number, to: number])[] = [
  [0x80, 0x84],
  [0x86, 0x9f],
  [0xad, 0xad],
  [0x34f, 0x34f],
  [0x61c, 0x61c],
  [0x640, 0x640],
  [0x115f, 0x1160],
  [0x17b4, 0x17b5],
  [0x180b, 0x180f],
  [0x200b, 0x200f],
  [0x202a, 0x202e],
  [0x2060, 0x206f],
  [0x3164, 0x3164],
  [0xfe00, 0xfe0f],
  [0xfeff, 0xfeff],
  [0xffa0, 0xffa0],
  [0xfff9, 0xfffb],
  [0x1bca0, 0x1bca3],
  [0x1d173, 0x1d17a],
  [0xe0000, 0xe0fff],
];

/** Marks that sit on a letter without being part of how the language is read. */
export const marks: readonly (readonly [from: number, to: number])[] = [
  [0x300, 0x36f],
  [0x483, 0x489],
  [0x591, 0x5c7],
  [0x610, 0x61a],
  [0x64b, 0x65f],
  [0x670, 0x670],
  [0x1ab0, 0x1aff],
  [0x1dc0, 0x1dff],
  [0x20d0, 0x20ff],
  [0xfe20, 0xfe2f],
];

/** The zero of every row of decimal digits in the basic plane. */
export const zeros: readonly number[] = [
  0x660, 0x6f0, 0x7c0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0xde6, 0xe50,
  0xed0, 0xf20, 0x1040, 0x1090, 0x17e0, 0x1810, 0x1946, 0x19d0, 0x1a80, 0x1a90, 0x1b50, 0x1bb0,
  0x1c40, 0x1c50, 0xa620, 0xa8d0, 0xa900, 0xa9d0, 0xa9f0, 0xaa50, 0xabf0, 0xff10,
];

/** Typography that every word processor writes: read past without a second look at the text. */
export const typography = '‘’‚“”„‹›«»–—…•·°€£¥©®™§¶¿¡ºª´¨¸×÷±→←↑↓⇒✓✔✗★☆●○■□▪▶►◆│─├└┌┐┘┤┬┴┼═║';
