/**
 * Checks `.astro` files, which dependency-cruiser can't read, against the rules of .dependency-cruiser.cjs, and checks
 * that the graph of all folders has no cycle.
 */
import { globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';

interface PathPattern {
  path?: string;
  pathNot?: string;
}
interface Rule {
  name: string;
  from: PathPattern;
  to: PathPattern & { circular?: boolean; dependencyTypes?: string[]; dependencyTypesNot?: string[] };
}

/** tests/unit/checks/check-scripts.test.ts passes another folder. */
const root = process.argv[2] ?? fileURLToPath(new URL('..', import.meta.url));
const { forbidden } = createRequire(import.meta.url)('../.dependency-cruiser.cjs') as { forbidden: Rule[] };
const { imports: aliases } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  imports: Record<string, string | object>;
};
const IMPORT =
  /^import(\s+type)?\s[^'"]*['"]([^'"]+)['"]|\bfrom\s+['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]|<script[^>]*\ssrc="([^"]+)"|^@import\s+"([^"]+)"/gm;

const files = globSync('src/**/*.{astro,ts,tsx,css}', { cwd: root }).filter((file) => !file.startsWith('src/content/'));
const edges = files.flatMap((file) => importsOf(file).map((edge) => ({ from: file, ...edge })));
const problems = [...ruleViolations(), ...folderCycles()];
for (const problem of problems) console.log(problem);
console.log(`${edges.length} imports in ${files.length} files, ${problems.length} problems`);
process.exitCode = problems.length === 0 ? 0 : 1;

function importsOf(file: string): { to: string; isType: boolean }[] {
  const text = readFileSync(join(root, file), 'utf8');
  return [...text.matchAll(IMPORT)].flatMap(([, type, ...names]) => {
    const name = names.find((candidate) => candidate !== undefined) ?? '';
    const to = resolve(name.split('?')[0] ?? '', file);
    return to === undefined ? [] : [{ to, isType: type !== undefined }];
  });
}

function resolve(name: string, file: string): string | undefined {
  if (name.startsWith('.')) return normalize(join(dirname(file), name));
  const alias = Object.keys(aliases).find((key) => key.endsWith('/*') && name.startsWith(key.slice(0, -1)));
  const target = alias && aliases[alias];
  if (!alias || typeof target !== 'string') return undefined;
  return normalize(target.replace('*', name.slice(alias.length - 1)));
}

function ruleViolations(): string[] {
  const rules = forbidden.filter(({ to }) => to.path && !to.circular && !to.dependencyTypes);
  const astroEdges = edges.filter(({ from }) => from.endsWith('.astro'));
  return astroEdges.flatMap(({ from, to, isType }) =>
    rules
      .filter((rule) => matches(rule.from, from) && matches(rule.to, to) && !(isType && rule.to.dependencyTypesNot))
      .map(({ name }) => `${from} → ${to}: ${name}`),
  );
}

function matches({ path, pathNot }: PathPattern, file: string): boolean {
  return (!path || new RegExp(path).test(file)) && !(pathNot && new RegExp(pathNot).test(file));
}

/**
 * Returns the imports between folders that are in cycles or between cycles. These folders remain after repeatedly
 * removing each folder that imports no other folder, or that no other folder imports.
 */
function folderCycles(): string[] {
  const folderEdges = edges
    .map(({ from, to }) => [dirname(from), dirname(to)] as const)
    .filter(([from, to]) => from !== to);
  let remainingFolders = new Set(files.map((file) => dirname(file)));
  for (;;) {
    const remainingEdges = folderEdges.filter(([from, to]) => remainingFolders.has(from) && remainingFolders.has(to));
    const importers = new Set(remainingEdges.map(([from]) => from));
    const importedFolders = new Set(remainingEdges.map(([, to]) => to));
    const next = remainingFolders.intersection(importers).intersection(importedFolders);
    if (next.size === remainingFolders.size)
      return [...new Set(remainingEdges.map((edge) => `cycle of folders: ${edge.join(' → ')}`))];
    remainingFolders = next;
  }
}
