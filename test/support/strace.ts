/** Runs the gateway under strace, which makes chosen system calls fail, hang or kill the process; Linux only. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';

/** True where strace runs. Elsewhere a line says what is missing, except with CI set, where nothing may be skipped. */
export function hasStrace(): boolean {
  const found = spawnSync('strace', ['-qq', '-e', 'trace=none', 'true']).status === 0;
  if (found || process.env['CI'] !== undefined) return true;
  process.stderr.write(
    'strace is missing or not allowed, faults of the disk are not tested: apt-get install strace\n',
  );
  return false;
}

export type Injection = {
  /** Names of system calls. */
  readonly calls: readonly string[];
  /** Only calls on these files, named absolutely; else all. */
  readonly paths?: readonly string[];
  /** `error=EIO`, `signal=KILL`, `delay_enter=3s` … */
  readonly act: string;
  /** Which call of a thread it befalls: `3`, or `1+` for all from the first on. */
  readonly when?: string;
};

/** The command that a program is started under; what was traced stands in `report` line by line. */
export function underStrace(report: string, injection: Injection): readonly string[] {
  // Stops the program at no other call, or it would start in twice the time.
  return ['strace', '--seccomp-bpf', ...toArguments(injection), '-o', report];
}

/** The same where the name of a file holds the number of the process: `mark` stands for it in the paths. */
export function underStraceAs(
  mark: string,
  report: string,
  injection: Injection,
): readonly string[] {
  const fill = `for word; do shift; set -- "$@" "$(printf %s "$word" | sed "s/${mark}/$$/")"; done; exec "$@"`;
  // The tracer steps aside, so that the program has the number of the shell.
  return ['sh', '-c', fill, 'sh', 'strace', '-D', ...underStrace(report, injection).slice(1)];
}

/** The command that tells of all calls of these names and changes nothing. */
export function watching(report: string, calls: readonly string[]): readonly string[] {
  const traced = ['-f', '--seccomp-bpf', '-qq', '-y', '-s', '0', '-e', `trace=${calls.join()}`];
  return ['strace', ...traced, '-o', report];
}

function toArguments({ calls, paths = [], act, when = '1+' }: Injection): string[] {
  const names = calls.join();
  const inject = `inject=${names}:${act}:when=${when}`;
  return [
    ...['-f', '-qq', '-y', '-s', '0', '-e', `trace=${names}`, '-e', inject],
    ...paths.flatMap((path) => ['-P', path]),
  ];
}

/** Lets a running process suffer until `stop` is called. */
export async function attachStrace(
  pid: number,
  injection: Injection,
): Promise<() => Promise<void>> {
  const child: ChildProcess = spawn(
    'strace',
    [...toArguments(injection).filter((flag) => flag !== '-qq'), '-o', '/dev/null', '-p', `${pid}`],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  let said = '';
  await new Promise<void>((resolve, reject) => {
    child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
      said += chunk;
      if (said.includes('attached')) resolve();
    });
    child.once('exit', () => reject(new Error(`strace ended: ${said}`)));
  });
  return async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGINT');
    await ended;
  };
}
