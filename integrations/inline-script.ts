import { readFile } from 'node:fs/promises';
import { minify, type Plugin, transformWithOxc } from 'vite';

const QUERY = '?inline-script';

/**
 * `import text from './x.ts?inline-script'` imports the minified script as text, for documents whose Content Security
 * Policy allows the hash of that text.
 */
export function inlineScript(): Plugin {
  return {
    name: 'inline-script',
    enforce: 'pre',
    async resolveId(id, importer) {
      if (!id.endsWith(QUERY)) return null;
      const resolved = await this.resolve(id.slice(0, -QUERY.length), importer);
      return resolved && resolved.id + QUERY;
    },
    async load(id) {
      if (!id.endsWith(QUERY)) return null;
      const path = id.slice(0, -QUERY.length);
      const { code } = await transformWithOxc(await readFile(path, 'utf8'), path);
      const minified = await minify(path, code, { module: true });
      this.addWatchFile(path);
      return `export default ${JSON.stringify(minified.code.trim())};`;
    },
  };
}
