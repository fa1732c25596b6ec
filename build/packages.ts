import { mkdir, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { build, type Plugin } from 'vite';

const LOADED = {
  '@nanostores/react': ['.'],
  cockatiel: ['.'],
  'ipaddr.js': ['.'],
  kysely: ['.'],
  'lru-cache': ['.'],
  nanostores: ['.'],
  react: ['.', './jsx-runtime'],
  'react-dom': ['./server'],
  'sanitize-html': ['.'],
  yaml: ['.'],
  zod: ['.', './mini', './v4'],
};
const ENTRY = 'entry:';
/**
 * Not used: zod's messages in other languages, a CSS parser that allows styles in texts, and React's older server
 * renderer.
 */
const UNUSED =
  /node_modules\/(zod\/v4\/locales\/index|postcss\/lib\/postcss|react-dom\/cjs\/react-dom-server\.node\.production)\.m?js$/;

/**
 * Bundles the packages that every shop loads into a few small files in the build's own node_modules, where Node finds
 * them first: V8 keeps the source of each loaded file in memory, in each thread.
 */
export function packages(): AstroIntegration {
  let folder: URL;
  return {
    name: 'packages',
    hooks: {
      'astro:config:done': ({ config }) => {
        folder = new URL('node_modules/', config.outDir);
      },
      'astro:build:done': async () => {
        await bundle(fileURLToPath(folder));
        for (const [name, paths] of Object.entries(LOADED)) {
          const exports = Object.fromEntries(paths.map((path) => [path, `./${fileOf(path)}.js`]));
          const about = JSON.stringify({ name, type: 'module', exports });
          await mkdir(new URL(name, folder), { recursive: true });
          await writeFile(new URL(`${name}/package.json`, folder), about);
        }
        await writeFile(new URL('package.json', folder), JSON.stringify({ type: 'module' }));
      },
    },
  };
}

async function bundle(outDir: string): Promise<void> {
  const input: Record<string, string> = {};
  const exported = new Map<string, string[]>();
  for (const [name, paths] of Object.entries(LOADED)) {
    for (const path of paths) {
      const imported = name + path.slice(1);
      input[`${name}/${fileOf(path)}`] = ENTRY + imported;
      exported.set(imported, namesOf(await import(imported)));
    }
  }
  await build({
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    define: { 'process.env.NODE_ENV': '"production"' },
    plugins: [namedEntries(exported)],
    ssr: { noExternal: true },
    build: {
      ssr: true,
      outDir,
      emptyOutDir: true,
      target: 'esnext',
      rolldownOptions: {
        input,
        output: {
          entryFileNames: '[name].js',
          chunkFileNames: '[name].[hash].js',
          // Function names stay readable in stack traces.
          minify: { compress: false, mangle: false, codegen: true },
        },
      },
    },
  });
}

/** The export names as Node sees them: a bundler gives only a default export for CommonJS. */
function namesOf(module: object): string[] {
  return Object.keys(module).filter((name) => !['__esModule', 'module.exports'].includes(name));
}

function namedEntries(exported: Map<string, string[]>): Plugin {
  return {
    name: 'named-entries',
    enforce: 'pre',
    resolveId(id, importer) {
      if (id.startsWith(ENTRY)) return `\0${id}`;
      return importer?.startsWith(`\0${ENTRY}`) ? this.resolve(id, import.meta.filename) : null;
    },
    load(id) {
      if (UNUSED.test(id)) return 'export {};';
      if (!id.startsWith(`\0${ENTRY}`)) return null;
      const imported = id.slice(ENTRY.length + 1);
      return `export { ${exported.get(imported)?.join(', ')} } from '${imported}';`;
    },
  };
}

function fileOf(path: string): string {
  return path === '.' ? 'index' : path.slice(2);
}
