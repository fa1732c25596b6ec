/**
 * Checks the parts of the docs that repeat the code: the texts that docs/product.md quotes, the layers in
 * architecture.md, the reason for each dependency, the index of decisions, and the settings tables in deployment.md.
 */
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { withSettingsTables } from './settings-tables.ts';

/** tests/unit/checks/check-scripts.test.ts passes another folder. */
const root = process.argv[2] ?? fileURLToPath(new URL('..', import.meta.url));
const read = (file: string) => readFileSync(join(root, file), 'utf8');

const problems = [
  ...missingTexts(),
  ...layerProblems(),
  ...dependenciesWithoutReason(),
  ...indexProblems(),
  ...settingsProblems(),
];
for (const problem of problems) console.error(problem);
console.log(`${problems.length} problems`);
process.exitCode = problems.length === 0 ? 0 : 1;

function missingTexts(): string[] {
  const code = globSync('src/**/*.{ts,tsx,astro,json}', { cwd: root })
    .map((file) => read(file).replaceAll(/\s+/g, ' ').replaceAll("\\'", "'"))
    .join('\n');
  return firstGroups(read('docs/product.md'), /(?<!\.md, )"([^"\n]+)"/g)
    .filter((text) => !code.includes(text) && !new RegExp(textPattern(text)).test(code))
    .map((text) => `docs/product.md quotes a text that is not in the code: ${text}`);
}

/** Returns a pattern in which `{name}` matches any expression, and a number matches itself or any expression. */
function textPattern(text: string): string {
  return text
    .replaceAll(/[\\^$.*+?()[\]|]/g, '\\$&')
    .replaceAll(/\{\w+\}/g, '\\$\\{[^}]+\\}')
    .replaceAll(/\d+/g, '(?:$&|\\$\\{[^}]+\\})');
}

/** Compares the layers and modules in the table of architecture.md with those of dependency-cruiser. */
function layerProblems(): string[] {
  const section = /^## Layers\n([\s\S]*?)(?=^## )/m.exec(read('docs/architecture.md'))?.[1] ?? '';
  const rows = firstGroups(section, /^\| (`[a-z]+`[^\n]*) \|$/gm).map((row) => row.split('|', 2).join());
  const documentedLayers = rows.map((cells) => firstGroups(cells, /`([a-z-]+)`/g));
  const layersSource = /LAYERS = \{([\s\S]*?)\n\};/.exec(read('.dependency-cruiser.cjs'))?.[1] ?? '';
  const checkedLayers = [...layersSource.matchAll(/^ {2}'?([a-z-]+)'?: \[([^\]]*)\]/gm)].map(
    ([, layer = '', modules = '']) => [layer, ...firstGroups(modules, /'([a-z-]+)'/g)],
  );
  const [layersInDocs, layersInTool] = [documentedLayers, checkedLayers].map((layers) =>
    layers.map((names) => names.join(' ')).join(', '),
  );
  return layersInDocs === layersInTool
    ? []
    : [`docs/architecture.md has the layers ${layersInDocs}; dependency-cruiser has ${layersInTool}`];
}

/** Finds packages for which the record gives no reason. In the record, a star stands for the rest of a name. */
function dependenciesWithoutReason(): string[] {
  const { dependencies, devDependencies } = JSON.parse(read('package.json')) as Record<string, object>;
  const explainedNames = firstGroups(read('docs/decisions/0029-dependencies.md'), /`([^`]+)`/g);
  const hasReason = (name: string) =>
    explainedNames.some((explained) =>
      explained.endsWith('*') ? name.startsWith(explained.slice(0, -1)) : name === explained,
    );
  return Object.keys({ ...dependencies, ...devDependencies })
    .filter((name) => !hasReason(name))
    .map((name) => `docs/decisions/0029-dependencies.md gives no reason for ${name}`);
}

/** Checks that the index of decisions has a row with the number, title and status "accepted" of each record. */
function indexProblems(): string[] {
  const index = read('docs/decisions/README.md');
  return globSync('docs/decisions/[0-9]*.md', { cwd: root })
    .map((file) => {
      const [, number, title] = /^# (\d+)\. (.+)/.exec(read(file)) ?? [];
      return `| ${number} | [${title}](${basename(file)}) | accepted |`;
    })
    .filter((row) => !index.includes(row))
    .map((row) => `docs/decisions/README.md lacks the row ${row}`);
}

function settingsProblems(): string[] {
  const text = read('docs/deployment.md');
  return withSettingsTables(text) === text
    ? []
    : ['docs/deployment.md has outdated settings tables: run node scripts/write-settings-tables.ts'];
}

/** Returns the first group of each match. */
function firstGroups(text: string, expression: RegExp): string[] {
  return [...text.matchAll(expression)].map(([, match = '']) => match);
}
