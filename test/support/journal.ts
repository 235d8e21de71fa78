/** What a running gateway has written down, read from outside: its journal's entries and a figure of its metrics. */
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { call } from './call.ts';

export async function readEntries(data: string): Promise<readonly Record<string, unknown>[]> {
  const journal = join(data, 'audit', 'journal');
  const files = (await readdir(journal)).sort();
  const texts = await Promise.all(files.map((file) => readFile(join(journal, file), 'utf8')));
  return texts
    .flatMap((text) => text.split('\n'))
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

/** `series` with its labels as the page writes them. */
export async function readMetric(
  gateway: { readonly url: string; readonly key: string },
  series: string,
): Promise<string | undefined> {
  const { text } = await call(`${gateway.url}/metrics`, { key: gateway.key });
  const line = text.split('\n').find((each) => each.startsWith(`${series} `));
  return line?.slice(series.length + 1);
}
