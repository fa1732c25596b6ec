/** A comment says why, and there are few (docs/contributing.md): counts the lines of `src` that hold nothing else. */
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const MOST_PERCENT = 4;
/** From the beginning of a line to the end of one: what stands behind code, or in a text, is no such line. */
const COMMENTS = /^[ \t]*(?:\/\/.*|\{?\/\*[\s\S]*?\*\/\}?|<!--[\s\S]*?-->)[ \t]*$/gm;
const FOR_TOOLS = /biome-ignore|^\s*\/\/\/ <reference/;

const src = fileURLToPath(new URL('../src/', import.meta.url));
const texts = globSync('**/*.{ts,tsx,astro}', { cwd: src }).map((file) => readFileSync(`${src}${file}`, 'utf8'));
const comments = texts.flatMap((text) => text.match(COMMENTS) ?? []).filter((comment) => !FOR_TOOLS.test(comment));
const [commented, all] = [filledLines(comments), filledLines(texts)];
const percent = (100 * commented) / all;
console.log(`${commented} of ${all} lines are comments: ${percent.toFixed(2)} %, and ${MOST_PERCENT} % may be`);
process.exit(percent <= MOST_PERCENT ? 0 : 1);

function filledLines(texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + (text.match(/^.*\S.*$/gm)?.length ?? 0), 0);
}
