/** The bill of materials holds every package that runs, at the version and with the hash of the lock file, and no other. */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import { readText, root } from '../../support/repository.ts';

const billSchema = z.object({
  bomFormat: z.literal('CycloneDX'),
  metadata: z.object({ component: z.object({ name: z.string(), version: z.string() }) }),
  dependencies: z.array(z.object({ ref: z.string(), dependsOn: z.array(z.string()) })),
  components: z.array(
    z.object({
      'bom-ref': z.string(),
      name: z.string(),
      version: z.string(),
      purl: z.string().startsWith('pkg:npm/'),
      hashes: z.array(z.object({ alg: z.string(), content: z.string() })).min(1),
    }),
  ),
});
const lockSchema = z.object({
  packages: z.record(
    z.string(),
    z.looseObject({
      version: z.string(),
      integrity: z.string().optional(),
      dev: z.boolean().optional(),
    }),
  ),
});

let folder: string;
let bill: z.output<typeof billSchema>;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'governance-sbom-'));
  for (const name of ['package.json', 'package-lock.json', 'tools/write-sbom.ts'])
    cpSync(join(root, name), join(folder, name));
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  execFileSync(process.execPath, ['tools/write-sbom.ts'], { cwd: folder, stdio: 'ignore' });
  bill = billSchema.parse(JSON.parse(readFileSync(join(folder, 'dist/sbom.cdx.json'), 'utf8')));
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('npm run sbom', () => {
  test('names the gateway and not the folder that it lies in', () => {
    expect(bill.metadata.component.name).toBe('governance-gateway');
  });

  test('has each reference once, and needs only what it lists', () => {
    const refs = bill.components.map((each) => each['bom-ref']);
    expect(new Set(refs).size).toBe(refs.length);
    const needing = bill.dependencies.map(({ ref }) => ref);
    expect(new Set(needing).size).toBe(needing.length);
    const needed = bill.dependencies.flatMap(({ dependsOn }) => dependsOn);
    expect(needed.filter((ref) => !refs.includes(ref))).toEqual([]);
  });

  test('lists what runs, by name, version and hash, and nothing else', () => {
    const { packages } = lockSchema.parse(JSON.parse(readText('package-lock.json')));
    const locked = Object.entries(packages)
      .filter(([path, { dev }]) => path !== '' && dev !== true)
      .map(([path, { version, integrity = '' }]) => [
        path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length),
        version,
        Buffer.from(integrity.replace(/^sha512-/, ''), 'base64').toString('hex'),
      ]);
    const listed = bill.components.map(({ name, version, hashes }) => [
      name,
      version,
      hashes.find(({ alg }) => alg === 'SHA-512')?.content,
    ]);
    const unique = new Map(locked.map((each) => [each.join(), each]));
    expect(listed.length).toBeGreaterThan(20);
    expect(listed.map(String).sort()).toEqual([...unique.keys()].sort());
  });
});
