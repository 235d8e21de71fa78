/** A small disk of its own for one gateway: a file system in memory that only the process sees and that can be filled. */
import { spawnSync } from 'node:child_process';
import { appendFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const ways = [
  ['unshare', '--mount'],
  ['unshare', '--mount', '--map-root-user'],
] as const;

/** How a process gets mounts of its own here, if at all. */
function findWay(): readonly string[] | undefined {
  return ways.find(
    ([command, ...flags]) =>
      spawnSync(command, [...flags, 'sh', '-c', 'mount -t tmpfs tmpfs /mnt']).status === 0,
  );
}

/** True where a disk can be mounted. Elsewhere a line says what is missing, except with CI set, where nothing may be skipped. */
export function hasDisk(): boolean {
  if (findWay() !== undefined || process.env['CI'] !== undefined) return true;
  process.stderr.write(
    'no file system can be mounted here, a full disk is not tested: it takes root, or user namespaces\n',
  );
  return false;
}

/**
 * The command under which the gateway's data folder is a disk of that size.
 * When the gateway has ended, what it left lies in the folder with `.after` behind its name.
 */
export function onDisk(options: string): readonly string[] {
  const script =
    `mount -t tmpfs -o ${options} tmpfs "$GATEWAY_DATA" && "$@"; status=$?; ` +
    'cp -a "$GATEWAY_DATA" "$GATEWAY_DATA.after"; exit $status';
  return [...(findWay() ?? ways[0]), 'sh', '-c', script, 'sh'];
}

/** Takes up all that is left on the disk of a running gateway; the answer gives it back. */
export function fillDisk(pid: number, data: string): () => void {
  const path = join(`/proc/${pid}/root`, data, 'fill');
  for (let bytes = 65_536; bytes >= 1; bytes = Math.floor(bytes / 2)) {
    for (;;) {
      try {
        appendFileSync(path, Buffer.alloc(bytes));
      } catch {
        break;
      }
    }
  }
  return () => rmSync(path);
}
