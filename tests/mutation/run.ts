/**
 * Mutation testing: Stryker changes one operator or condition at a time, and the tests of that module must fail.
 *
 *   npm run test:mutation                          every business module
 *   npm run test:mutation -- money orders          some modules
 *   npm run test:mutation -- src/lib/money/tax.ts  some files
 *   npm run test:mutation -- --changed             the files changed since the last commit
 *   npm run test:mutation -- --changed main~20     the files changed since that commit
 *
 * Texts are not mutated: the wording of messages is held by other tests. A mutant that changes no behaviour is marked
 * in the source with `// Stryker disable next-line <mutator>: <reason>`.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { relative } from 'node:path';
import { Stryker } from '@stryker-mutator/core';
import { MUTATED_MODULES, type MutatedModule } from './modules.ts';

type MutantResult = Awaited<ReturnType<Stryker['runMutationTest']>>[number];

const REPORTS = 'bench-results/mutation';
const rows: string[] = [];
let areAllReached = true;

for (const [module, files] of selectedFiles(process.argv.slice(2))) {
  const results = await mutate(module, files);
  report(module, results, files.length === 1 && files[0]?.endsWith('**/*.ts'));
}
console.log(`\n${rows.join('\n')}`);
process.exit(areAllReached ? 0 : 1);

/** For each module with something selected: the files or patterns to mutate. */
function selectedFiles(selected: string[]): Map<MutatedModule, string[]> {
  const changed = selected[0] === '--changed' ? changedFiles(selected[1] ?? 'HEAD') : undefined;
  const wanted = changed ?? selected;
  const files = new Map<MutatedModule, string[]>();
  for (const module of MUTATED_MODULES) {
    const folder = `src/lib/${module.name}/`;
    if (wanted.includes(module.name) || (wanted.length === 0 && !changed)) files.set(module, [`${folder}**/*.ts`]);
    else {
      const ofModule = wanted.filter((file) => file.startsWith(folder));
      if (ofModule.length > 0) files.set(module, ofModule);
    }
  }
  if (files.size === 0) console.log('No file of a business module is selected.');
  return files;
}

function changedFiles(base: string): string[] {
  const names = execFileSync('git', ['diff', '--name-only', '--diff-filter=d', base, '--', 'src/lib'], {
    encoding: 'utf8',
  });
  return names.split('\n').filter((name) => name.endsWith('.ts'));
}

async function mutate({ name, alsoTestedBy = [] }: MutatedModule, files: string[]): Promise<MutantResult[]> {
  process.env.MUTATION_TESTS = [name, ...alsoTestedBy].join(',');
  mkdirSync(REPORTS, { recursive: true });
  const stryker = new Stryker({
    testRunner: 'vitest',
    vitest: { configFile: 'tests/mutation/vitest.config.ts', related: false },
    plugins: ['@stryker-mutator/vitest-runner'],
    mutate: files,
    mutator: { excludedMutations: ['StringLiteral'] },
    coverageAnalysis: 'perTest',
    concurrency: availableParallelism(),
    timeoutMS: 20_000,
    reporters: ['progress-append-only', 'json', 'html'],
    jsonReporter: { fileName: `${REPORTS}/${name}.json` },
    htmlReporter: { fileName: `${REPORTS}/${name}.html` },
    ignorePatterns: ['dist*', '.*', 'deploy', 'docs', 'tests/e2e', 'bench-results'],
    allowConsoleColors: false,
  });
  return stryker.runMutationTest();
}

/** Prints what survived, and adds the module's line to the table. */
function report({ name, targetPercent }: MutatedModule, results: MutantResult[], isWhole = false): void {
  const ofStatus = (...statuses: string[]) => results.filter(({ status }) => statuses.includes(status));
  const killed = ofStatus('Killed', 'Timeout').length;
  const survivors = ofStatus('Survived', 'NoCoverage');
  const percent = (100 * killed) / Math.max(1, killed + survivors.length);
  const isReached = percent >= targetPercent;
  const lines = survivors.map(
    ({ fileName, location, mutatorName, replacement, status }) =>
      `${relative(process.cwd(), fileName)}:${location.start.line}:${location.start.column} ${status} ${mutatorName} → ${oneLine(replacement)}`,
  );
  writeFileSync(`${REPORTS}/${name}.survivors.txt`, `${lines.join('\n')}\n`);
  console.log(lines.join('\n'));
  rows.push(
    `${name.padEnd(10)} ${percent.toFixed(1).padStart(5)} % of ${killed + survivors.length} mutants noticed` +
      `${isWhole ? `, target ${targetPercent} %${isReached ? '' : ': NOT REACHED'}` : ''}`,
  );
  if (isWhole && !isReached) areAllReached = false;
}

function oneLine(text = ''): string {
  return text.replace(/\s+/g, ' ').slice(0, 80);
}
