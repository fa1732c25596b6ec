import type { Plugin } from 'vite';

/**
 * Replaces the helper in which Vite wraps every dynamic import, and which preloads the files that the imported file
 * needs. Vite's helper adds 760 bytes (brotli) to every page, for style sheets, nonces and old browsers that this shop
 * does not support. The shop's helper adds 120 bytes. While `codeRunDelay` is pending, files are fetched but not run
 * (src/islands/hydration/load-on-interaction.ts).
 */
export function smallPreload(): Plugin {
  return {
    name: 'small-preload',
    apply: 'build',
    enforce: 'pre',
    // Each importing file gets a copy: a shared helper would be a separate file and cost every page a round trip.
    resolveId: {
      order: 'pre',
      handler: (id, importer) => (id === VITE_HELPER_ID && importer ? `${VITE_HELPER_ID}?${importer}` : null),
    },
    load: { order: 'pre', handler: (id) => (id.startsWith(VITE_HELPER_ID) ? SHOP_HELPER : null) },
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

const VITE_HELPER_ID = '\0vite/preload-helper.js';

const SHOP_HELPER = `const requested = new Set();
export const __vitePreload = (load, files = []) => {
  for (const file of files) {
    if (requested.has(file)) continue;
    requested.add(file);
    const link = document.createElement('link');
    link.rel = 'modulepreload';
    link.href = '/' + file;
    document.head.append(link);
  }
  return globalThis.codeRunDelay?.then(load) ?? load();
};`;

/** Matches a style sheet in the list of files that Vite passes to the helper. */
const PRELOADED_STYLES = /m\.f=\[[^\]]*\.css"/;
