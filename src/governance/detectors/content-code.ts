/** Tells program text from prose, line by line, and names the language where its words give it away. */
import type { Detector, Sighting } from './detector.ts';

const fences = /```([a-z0-9+#]{0,12})[^\n]{0,40}\n([^]{1,20000}?)```/gi;

const kinds: readonly (readonly [name: string, shape: RegExp])[] = [
  [
    'python',
    /^\s*(?:def \w+\(|class \w+[(:]|import \w+|from [\w.]+ import|if __name__|elif .*:|print\(|@\w+|for \w+ in .*:|with .* as \w+:|async def )/,
  ],
  [
    'javascript',
    /^\s*(?:const|let|var) [\w{[].*=|=>\s*[{(]|^\s*(?:export |import .* from ['"]|function\s*\w*\(|async function|console\.log\(|module\.exports|require\(['"])|===|document\.\w+/,
  ],
  [
    'java',
    /^\s*(?:public|private|protected) (?:static |final |abstract )*[\w<>[\]]+ \w+\s*[({=;]|System\.out\.|^\s*@Override|^package [\w.]+;|^import [\w.]+;/,
  ],
  [
    'c',
    /^\s*#(?:include|define|ifdef|ifndef|endif|pragma)\b|^\s*(?:int|void|char|float|double|static|struct|unsigned|size_t|const) [\w*]+[\s*]+\w*\s*[({=;[]|std::|->\w+\(/,
  ],
  [
    'sql',
    /^\s*(?:SELECT .+ FROM|INSERT INTO|UPDATE \w+ SET|DELETE FROM|CREATE (?:TABLE|INDEX|VIEW|DATABASE)|ALTER TABLE|DROP TABLE)\b/i,
  ],
  [
    'shell',
    /^\s*(?:\$ |sudo |apt(?:-get)? |cd |ls |mkdir |rm -|chmod |curl |wget |git \w+|docker \w+|kubectl |export \w+=|echo ["$]|npm \w+|pip install|#!\/)/,
  ],
  [
    'html',
    /^\s*<(?:!DOCTYPE|html|head|body|div|span|p|a|script|style|table|ul|li|img|form|input|h\d|svg)\b[^>]*>|<\/(?:div|span|body|html|script|table|ul)>/i,
  ],
  ['go', /^\s*(?:func (?:\(\w+ \*?\w+\) )?\w+\(|package \w+$|import \(|\w+ := )|fmt\.Print/],
  ['rust', /^\s*(?:pub )?fn \w+|let mut |impl(?:<.*>)? \w+|use \w+::|println!\(/],
  ['php', /<\?php|^\s*\$\w+\s*=|->\w+\(.*\);\s*$/],
];
const signs =
  /[{};]\s*$|^\s*[})\]];?\s*$|\w\(.*\)\s*[;{:]\s*$|^\s*(?:\/\/|#|\/\*|\*|--)\s|[=!<>]=|&&|\|\||\w+\.\w+\(|^\s*"?\w+"?\s*:\s*["{[\d]/;

const linesMax = 24;
const lineMax = 200;
const shareMin = 0.4;
const linesMin = 3;

export const contentCode: Detector = {
  name: 'content-code',
  categories: ['content/code', ...kinds.map(([name]) => `content/code/${name}`)],
  find: (view) => {
    if (!view.canonical || view.decoded.length > 0) return [];
    const text = view.text;
    const found: Sighting[] = [];
    if (text.includes('```')) {
      for (const match of text.matchAll(fences)) {
        const end = match.index + match[0].length;
        report(found, match[2] ?? '', match.index, end, 0.95);
      }
    }
    if (found.length > 0 || !/[{}();=<>]/.test(text)) return found;
    const lines = text.slice(0, linesMax * lineMax).split('\n', linesMax);
    const filled = lines.filter((line) => line.trim() !== '');
    const like = filled.filter(
      (line) => signs.test(line.slice(0, lineMax)) || kindOf(line) !== undefined,
    );
    const share = like.length / filled.length;
    if (like.length >= linesMin && share >= shareMin) {
      report(found, text, 0, text.length, Math.min(0.95, 0.5 + share / 2));
    }
    return found;
  },
};

function report(
  found: Sighting[],
  code: string,
  start: number,
  end: number,
  confidence: number,
): void {
  found.push({ category: 'content/code', severity: 'low', confidence, start, end });
  const counts = new Map<string, number>();
  for (const line of code.slice(0, linesMax * lineMax).split('\n', linesMax)) {
    const kind = kindOf(line);
    if (kind !== undefined) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  const [first] = [...counts].sort((left, right) => right[1] - left[1]);
  if (first === undefined) return;
  found.push({
    category: `content/code/${first[0]}`,
    severity: 'low',
    confidence: confidence - 0.1,
    start,
    end,
  });
}

function kindOf(line: string): string | undefined {
  const short = line.slice(0, lineMax);
  return kinds.find(([, shape]) => shape.test(short))?.[0];
}
