import { cpSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const CONTENT_FOLDER = fileURLToPath(new URL('../src/content', import.meta.url));
const ENTRY_URL = /new URL\('(\.[\w./-]+\.ts)', import\.meta\.url\)/g;
const CONTENT_URL = /new URL\('(?:\.\.\/)+(content\/[\w/]*)', import\.meta\.url\)/g;

/** The packages to bundle with the server, because loading their many files takes time, and memory in each thread. */
const BUNDLED_PACKAGES = [
  '@nanostores/react',
  'cockatiel',
  'ipaddr.js',
  'kysely',
  'lru-cache',
  'nanostores',
  'react',
  'react-dom',
  'sanitize-html',
  'yaml',
  'zod',
];

/**
 * Builds the server into one folder, with its threads and child processes: `new URL('./x.ts', import.meta.url)`
 * becomes an entry `x.mjs`. src/content is copied beside the folder.
 */
export function serverBuild(): Plugin {
  return {
    name: 'server-build',
    apply: 'build',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'ssr',
    configEnvironment: (name) =>
      name === 'ssr'
        ? {
            // With this definition, only React's production build is bundled.
            define: { 'process.env.NODE_ENV': '"production"' },
            resolve: { noExternal: BUNDLED_PACKAGES },
            // Comments are removed, because Node.js keeps the source in memory.
            build: { rolldownOptions: { output: { chunkFileNames: '[name].[hash].mjs', comments: false } } },
          }
        : null,
    transform(code, id) {
      if (!code.includes('import.meta.url')) return null;
      return code.replace(CONTENT_URL, "new URL('../$1', import.meta.url)").replace(ENTRY_URL, (_, path: string) => {
        const fileName = `${basename(path).split('.')[0]}.mjs`;
        this.emitFile({ type: 'chunk', id: join(dirname(id), path), fileName });
        return `new URL('./${fileName}', import.meta.url)`;
      });
    },
    writeBundle({ dir = '' }) {
      cpSync(CONTENT_FOLDER, join(dir, '../content'), { recursive: true });
    },
  };
}
