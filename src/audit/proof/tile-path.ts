/** Where a tile lies, in the layout of C2SP tlog-tiles. */
import { tileWidth } from './tile-edge.ts';

/** `tile/0/x001/234`, with `.p/W` where only W hashes are there. */
export function tilePath(level: number, index: number, width: number = tileWidth): string {
  const groups: string[] = [];
  let rest = index;
  do {
    groups.unshift(String(rest % 1000).padStart(3, '0'));
    rest = Math.floor(rest / 1000);
  } while (rest > 0);
  const path = groups.map((group, at) => (at < groups.length - 1 ? `x${group}` : group)).join('/');
  return `tile/${level}/${path}${width < tileWidth ? `.p/${width}` : ''}`;
}
