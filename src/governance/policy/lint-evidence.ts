/** Checks what the tests of a policy let models from outside say: only those that exist, and only what they can report. */
import type { Detector } from '../detectors/detector.ts';
import type { Faults } from './faults.ts';
import type { PolicyDocument } from './schema.ts';
import { suggestion } from './suggest.ts';

export function checkEvidence(
  { tests = [] }: PolicyDocument,
  catalogue: readonly Detector[],
  faults: Faults,
): void {
  const outside = new Map(
    catalogue
      .filter((detector) => detector.outside === true)
      .map(({ name, categories }) => [name, categories]),
  );
  tests.forEach(({ given }, index) => {
    for (const [name, said] of Object.entries(given.outside ?? {})) {
      const path = ['tests', index, 'given', 'outside', name];
      const categories = outside.get(name);
      if (categories === undefined) {
        const near = suggestion(name, outside.keys());
        faults.error(path, `no detector from outside is called \`${name}\`${near}`, 'key');
      } else if (said !== 'failed')
        said.forEach(({ category }, step) => {
          if (categories.includes(category)) return;
          const near = suggestion(category, categories);
          const message = `the detector \`${name}\` does not report \`${category}\`${near}`;
          faults.error([...path, step, 'category'], message);
        });
    }
  });
}
