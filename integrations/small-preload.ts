import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const VITE_HELPER_ID = '\0vite/preload-helper.js';
const SHOP_HELPER = fileURLToPath(new URL('../src/islands/hydration/preload.ts', import.meta.url));

/** Matches a style sheet in the list of files that Vite passes to the helper. */
const PRELOADED_STYLES = /m\.f=\[[^\]]*\.css"/;

/**
 * Replaces the helper in which Vite wraps every dynamic import, and which preloads the files that the imported file
 * needs. Vite's helper adds 760 bytes (brotli) to every page, for style sheets, nonces and old browsers that this shop
 * does not support. The shop's helper adds 120 bytes.
 */
export function smallPreload(): Plugin {
  return {
    name: 'small-preload',
    apply: 'build',
    enforce: 'pre',
    // Each importing file gets a copy: a shared helper would be a separate file and cost every page a round trip.
    resolveId: (id, importer) => (id === VITE_HELPER_ID && importer ? `${SHOP_HELPER}?${importer}` : null),
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        for (const chunk of Object.values(bundle)) {
          if (chunk.type === 'chunk' && PRELOADED_STYLES.test(chunk.code))
            this.error(`${chunk.fileName} imports a file with styles: load them with src/islands/ui/load-styles.ts.`);
        }
      },
    },
  };
}
