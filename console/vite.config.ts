/** Builds the console into dist/console, where the gateway serves it from; in development calls go to a running gateway. */
import { defineConfig, type UserConfig } from 'vite';

const gateway = process.env['GATEWAY_URL'] ?? 'http://127.0.0.1:8080';

const config: UserConfig = defineConfig({
  root: import.meta.dirname,
  base: '/console/',
  build: {
    outDir: '../dist/console',
    emptyOutDir: true,
    target: 'es2022',
    // The policy of the page allows no inline data but pictures.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // Directives of a server framework that is not used here.
      onLog: (level, log, tell) => {
        if (log.code !== 'MODULE_LEVEL_DIRECTIVE') tell(level, log);
      },
    },
  },
  server: { proxy: { '/v1': gateway, '/readyz': gateway } },
});

// eslint-disable-next-line no-restricted-syntax -- Vite reads the default export.
export default config;
