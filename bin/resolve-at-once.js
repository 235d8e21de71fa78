/** Sources name each other in full, and packages are the same for all of them: hardly anything has to be looked for on the disk. */
import module from 'node:module';
import { URL } from 'node:url';

const checkout = new URL('../', import.meta.url).href;
const packages = new Map();

module.registerHooks({
  resolve(specifier, context, resolve) {
    const { parentURL, conditions } = context;
    if (parentURL?.startsWith(checkout) !== true || parentURL.includes('/node_modules/'))
      return resolve(specifier, context);
    if (specifier.startsWith('.')) {
      if (!specifier.endsWith('.ts')) return resolve(specifier, context);
      const { href: url } = new URL(specifier, parentURL);
      return { url, format: 'module-typescript', shortCircuit: true };
    }
    // A package may be another thing to whoever requires it.
    const name = `${conditions?.includes('require') ? 'required ' : ''}${specifier}`;
    const known = packages.get(name) ?? resolve(specifier, context);
    packages.set(name, known);
    return { ...known, shortCircuit: true };
  },
});
