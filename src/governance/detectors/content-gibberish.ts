/** Tells texts that no language writes: rows of letters without sense, and the suffixes that optimisers find. */
import type { Detector } from './detector.ts';

const sampleSize = 800;
const lettersMin = 40;
/** Pairs of letters that Latin scripts hardly ever write. */
const rare = new Set(
  `bq bx bz cb cf cj cm cp cv cx dx fb fg fh fj fk fm fn fp fq fv fw fx fz gq gv gx hj hk hq hv hx hz jb jc jd jf jg jh
  jk jl jm jp jq jr js jt jv jw jx jy jz kq kv kx kz lq lx mj mq mx mz pq pv px pz qa qb qc qd qe qf qg qh qi qj qk ql qm
  qn qo qp qr qs qt qv qw qx qy qz sx tq tx vb vc vd vf vg vh vj vk vm vn vp vq vt vw vx vz wq wv wx wz xb xd xg xj xk xm
  xn xq xr xs xv xw xz yq yx zb zc zd zf zg zj zk zm zn zp zq zr zs zt zv zx`.split(/\s+/),
);
const rarePairs = new Uint8Array(26 * 32);
for (const [first = '', second = ''] of rare) {
  rarePairs[(first.charCodeAt(0) - 97) * 32 + second.charCodeAt(0) - 97] = 1;
}
const rareShareMin = 0.09;
const patchSize = 240;
const patchworkMin = 0.3;

export const contentGibberish: Detector = {
  name: 'content-gibberish',
  categories: ['content/gibberish'],
  find: (view) => {
    if (!view.canonical || view.decoded.length > 0) return [];
    const sample = view.text.slice(-sampleSize);
    const start = view.text.length - sample.length;
    const rate = Math.max(rareShare(sample), patchwork(sample));
    if (rate === 0) return [];
    return [
      {
        category: 'content/gibberish',
        severity: 'low',
        confidence: rate,
        start,
        end: view.text.length,
      },
    ];
  },
};

/** Hashes, keys and attachments are written for programs: letters of both cases and digits, in one piece. */
const encoded = /[A-Za-z0-9+/_-]{24,}/g;

function rareShare(sample: string): number {
  if (shareOf(sample) === 0) return 0;
  return shareOf(sample.replaceAll(encoded, (run) => (isEncoded(run) ? ' ' : run)));
}

function isEncoded(run: string): boolean {
  return /\d/.test(run) && /[A-Z]/.test(run) && /[a-z]/.test(run);
}

function shareOf(sample: string): number {
  let pairs = 0;
  let odd = 0;
  for (let at = 1; at < sample.length; at++) {
    const first = (sample.charCodeAt(at - 1) | 32) - 97;
    const second = (sample.charCodeAt(at) | 32) - 97;
    if (first < 0 || first > 25 || second < 0 || second > 25) continue;
    pairs++;
    odd += rarePairs[first * 32 + second] ?? 0;
  }
  return pairs >= lettersMin && odd / pairs > rareShareMin ? Math.min(0.9, 0.5 + odd / pairs) : 0;
}

/** Words joined by signs that belong to no sentence and to no program: `describing.\ + similarlyNow write oppositeley.](`. */
function patchwork(sample: string): number {
  const words = sample
    .slice(-patchSize)
    .split(/\s+/)
    .filter((word) => word.length > 1);
  if (words.length < 12) return 0;
  const tail = words.slice(-20);
  const odd = tail.filter((word) =>
    /[A-Za-z][\]})(<>\\=+*{[]{2}|[a-z]{2}[A-Z]{2,}[a-z]|[\\({[<]{2}[A-Za-z]/.test(word),
  );
  const share = odd.length / tail.length;
  return share >= patchworkMin && share < 0.9 ? 0.55 : 0;
}
