/** Sources and modules of packages name each other in full, and packages are the same for all: hardly anything is looked for on the disk. */
import module from 'node:module';
import { URL } from 'node:url';

const checkout = new URL('../', import.meta.url).href;
const packages = new Map();
/** How a whole name ends in a package; what is required may leave that out, or mean a folder. */
const wholeName = /\.[cm]?js$/;
/** What zod says in some sixty languages, of which it speaks the first by itself and nothing here asks for another. */
const languages = /(?<=\/zod\/v4\/locales\/)index\.js$/;

module.registerHooks({
  resolve(specifier, context, resolve) {
    const { parentURL, conditions } = context;
    if (parentURL?.startsWith(checkout) !== true) return resolve(specifier, context);
    const isRequired = conditions?.includes('require') === true;
    if (parentURL.includes('/node_modules/')) {
      if (isRequired || !specifier.startsWith('.') || !wholeName.test(specifier))
        return resolve(specifier, context);
      const { href } = new URL(specifier, parentURL);
      return { url: href.replace(languages, 'en.js'), shortCircuit: true };
    }
    if (specifier.startsWith('.')) {
      if (!specifier.endsWith('.ts')) return resolve(specifier, context);
      const { href: url } = new URL(specifier, parentURL);
      return { url, format: 'module-typescript', shortCircuit: true };
    }
    // A package may be another thing to whoever requires it.
    const name = `${isRequired ? 'required ' : ''}${specifier}`;
    const known = packages.get(name) ?? resolve(specifier, context);
    packages.set(name, known);
    return { ...known, shortCircuit: true };
  },
});

// To list what `node:http` offers, its first import reads them all, and for these three a whole client that nothing here uses.
for (const name of ['CloseEvent', 'MessageEvent', 'WebSocket'])
  Reflect.deleteProperty(process.getBuiltinModule('node:http'), name);
