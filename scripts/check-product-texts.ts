/** Texts that docs/product.md quotes are kept to the letter: each must stand in the code, with its figures or their names. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const code = globSync('src/**/*.{ts,tsx,astro,json}', { cwd: root })
  .map((file) => read(file).replaceAll(/\s+/g, ' ').replaceAll("\\'", "'"))
  .join('\n');

const quoted = [...read('docs/product.md').matchAll(/"([^"\n]+)"/g)].map(([, text = '']) => text);
const missing = quoted.filter((text) => !code.includes(text) && !new RegExp(asWritten(text)).test(code));
for (const text of missing) console.error(`docs/product.md quotes what the code does not say: ${text}`);
console.log(`${quoted.length} texts, ${missing.length} problems`);
process.exit(missing.length === 0 ? 0 : 1);

/** `{name}` is an expression in the code, and a figure may be a named constant. */
function asWritten(text: string): string {
  return text
    .replaceAll(/[\\^$.*+?()[\]|]/g, '\\$&')
    .replaceAll(/\{\w+\}/g, '\\$\\{[^}]+\\}')
    .replaceAll(/\d+/g, '(?:$&|\\$\\{[^}]+\\})');
}
