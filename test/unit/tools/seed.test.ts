/** A seeded trail shows what a real one would: rules that are shipped, and categories that the gateway finds. */
import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { catalogue } from '../../../src/governance/detectors/index.ts';
import { seededRules } from '../../../tools/seed/cast.ts';

test.each(seededRules.map((rule) => [...rule]))(
  'a seeded trail knows %s/%s',
  (policy, rule, ...rest) => {
    const shipped = readFileSync(`config/policies/${policy}.yaml`, 'utf8');
    expect(shipped).toContain(`- id: ${rule}\n`);
    expect(catalogue.flatMap(({ categories }) => categories)).toContain(rest.at(-1));
  },
);
