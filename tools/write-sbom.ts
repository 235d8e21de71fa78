/** Writes dist/sbom.cdx.json: what the gateway is made of at run time, by npm from the lock file, as CycloneDX: `npm run sbom`. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { z } from 'zod';

const root = resolve(import.meta.dirname, '..');
const manifest = z
  .object({ name: z.string() })
  .parse(JSON.parse(readFileSync(resolve(root, 'package.json'), 'utf8')));
const bill = z.looseObject({
  metadata: z.looseObject({
    component: z.looseObject({ name: z.string(), 'bom-ref': z.string() }),
  }),
  components: z.array(
    z.looseObject({
      'bom-ref': z.string(),
      name: z.string(),
      version: z.string(),
    }),
  ),
  dependencies: z.array(z.object({ ref: z.string(), dependsOn: z.array(z.string()) })),
});
type Component = z.output<typeof bill>['components'][number];

const locked = z
  .object({
    packages: z.record(
      z.string(),
      z.looseObject({ version: z.string(), dev: z.boolean().optional() }),
    ),
  })
  .parse(JSON.parse(readFileSync(resolve(root, 'package-lock.json'), 'utf8')));
const run = new Set(
  Object.entries(locked.packages)
    .filter(([, { dev }]) => dev !== true)
    .map(([path, { version }]) => `${path.split('node_modules/').at(-1) ?? ''}@${version}`),
);

/** npm leaves out, or marks, what a development package needs as well; the lock file knows better. */
function isRun({ name, version }: Component): boolean {
  return run.has(`${name}@${version}`);
}

const written = execFileSync(
  'npm',
  ['sbom', '--package-lock-only', '--sbom-format=cyclonedx', '--sbom-type=application'],
  { cwd: root, encoding: 'utf8', maxBuffer: 67_108_864, stdio: ['ignore', 'pipe', 'inherit'] },
);
const { metadata, components, dependencies, ...rest } = bill.parse(JSON.parse(written));
// What lies in two places is one package, which npm 10 lists twice: a reference may stand there once.
const kept = [...new Map(components.filter(isRun).map((each) => [each['bom-ref'], each])).values()];
// npm names the whole after the folder that it lies in.
const named = { ...metadata, component: { ...metadata.component, name: manifest.name } };
const refs = new Set([metadata.component['bom-ref'], ...kept.map((each) => each['bom-ref'])]);
const needed = Map.groupBy(dependencies, ({ ref }) => ref);
const needs = [...refs].map((ref) => {
  const all = (needed.get(ref) ?? []).flatMap(({ dependsOn }) => dependsOn);
  return { ref, dependsOn: [...new Set(all)].filter((each) => refs.has(each)) };
});
mkdirSync(resolve(root, 'dist'), { recursive: true });
writeFileSync(
  resolve(root, 'dist/sbom.cdx.json'),
  `${JSON.stringify({ ...rest, metadata: named, components: kept, dependencies: needs }, undefined, 2)}\n`,
);
