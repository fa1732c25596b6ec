import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { build, type Plugin } from 'vite';

const PLACE = 'import.meta.url';
/** The files that processes and threads are started from, among the copies (scripts/sources.ts). */
const STARTED = /(new URL\('[\w./-]+)\.ts(', import\.meta\.url\))/g;

/**
 * Bundles the server's modules into a few files beside their copies: each file that Node has to find and read adds a
 * quarter of a millisecond to the start.
 */
export function oneProgram(): AstroIntegration {
  let root: string;
  let folder: string;
  return {
    name: 'one-program',
    hooks: {
      'astro:config:done': ({ config }) => {
        root = fileURLToPath(config.srcDir);
        folder = fileURLToPath(new URL('src/', config.outDir));
      },
      'astro:build:done': async () => {
        await build({
          configFile: false,
          publicDir: false,
          logLevel: 'warn',
          plugins: [placesOfSources(root)],
          build: {
            ssr: true,
            outDir: folder,
            target: 'esnext',
            minify: false,
            // Tree shaking would drop calls that are made only because they may throw, such as decodeURIComponent().
            rolldownOptions: {
              treeshake: false,
              input: { main: join(root, 'main.ts') },
              output: { entryFileNames: '[name].js', chunkFileNames: '[name].[hash].js', minify: false },
            },
          },
        });
      },
    },
  };
}

/** Keeps `import.meta.url` of each module as if it still were in its source folder. */
function placesOfSources(root: string): Plugin {
  return {
    name: 'places-of-sources',
    enforce: 'pre',
    transform(code, id) {
      if (!code.includes(PLACE)) return null;
      const place = relative(root, id).replaceAll('\\', '/').replace(/\.ts$/, '.js');
      return code.replace(STARTED, '$1.js$2').replaceAll(PLACE, `new URL('${place}', ${PLACE}).href`);
    },
  };
}
