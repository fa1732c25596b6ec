/**
 * Mutation testing: Stryker changes one operator, condition or statement at a time, and a test for the module must
 * fail.
 *
 *   npm run test:mutation                          all modules in modules.ts
 *   npm run test:mutation -- money orders          some of these modules
 *   npm run test:mutation -- src/lib/shop/money/tax.ts  some of their files
 *   npm run test:mutation -- --changed             their files that have changed since the last commit
 *   npm run test:mutation -- --changed main~20     their files that have changed since the given commit
 *   npm run test:mutation -- --survivors orders    only the survivors of a module's last run
 *   npm run test:mutation -- --unit orders         with the unit tests only: a quick lower bound for the score
 *
 * A module with unit tests is run twice: all mutants with the unit tests, then the survivors also with the integration
 * tests, which take ten times as long for each mutant. Stryker's incremental file passes the results of the first run
 * to the second. With `--unit`, there is no second run.
 *
 * Texts are not mutated: other tests check the wording of messages. A mutant that changes no behaviour is marked in the
 * source with `// Stryker disable next-line <mutator>: <reason>`.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { relative } from 'node:path';
import { Stryker } from '@stryker-mutator/core';
import { MUTATED_MODULES, type MutatedModule } from './modules.ts';

type TestKind = 'unit' | 'integration';
type MutantResult = Awaited<ReturnType<Stryker['runMutationTest']>>[number];

const REPORTS = 'bench-results/mutation';
const ONLY_SURVIVORS = '--survivors';
const ONLY_UNIT = '--unit';
const summaryLines: string[] = [];
let areTargetsReached = true;

const args = process.argv.slice(2);
const isOnlySurvivors = args.includes(ONLY_SURVIVORS);
const isOnlyUnit = args.includes(ONLY_UNIT);
for (const [module, files] of selectedFiles(args.filter((arg) => arg !== ONLY_SURVIVORS && arg !== ONLY_UNIT))) {
  mkdirSync(REPORTS, { recursive: true });
  if (!isOnlySurvivors) rmSync(incrementalFile(module), { force: true });
  if (hasTests('unit', module) && !isOnlyUnit) await mutate(module, files, ['unit']);
  const results = await mutate(module, files, isOnlyUnit ? ['unit'] : ['unit', 'integration']);
  report(module, results, files.length === 1 && files.every((file) => file.endsWith('**/*.ts')));
}
console.log(`\n${summaryLines.join('\n')}`);
process.exit(areTargetsReached ? 0 : 1);

/** Returns the files or patterns to mutate for each selected module. */
function selectedFiles(selected: string[]): Map<MutatedModule, string[]> {
  const changedPaths = selected[0] === '--changed' ? changedFiles(selected[1] ?? 'HEAD') : undefined;
  const names = changedPaths ?? selected;
  const files = new Map<MutatedModule, string[]>();
  for (const module of MUTATED_MODULES) {
    const isOfModule = (file: string) => file.split('/').indexOf(module.name) === 3;
    if (names.includes(module.name) || (names.length === 0 && !changedPaths))
      files.set(module, [`src/lib/*/${module.name}/**/*.ts`]);
    else {
      const moduleFiles = names.filter((file) => isOfModule(file));
      if (moduleFiles.length > 0) files.set(module, moduleFiles);
    }
  }
  if (files.size === 0) console.log('No file in a business module is selected.');
  return files;
}

function changedFiles(base: string): string[] {
  const files = execFileSync('git', ['diff', '--name-only', '--diff-filter=d', base, '--', 'src/lib'], {
    encoding: 'utf8',
  });
  return files.split('\n').filter((name) => name.endsWith('.ts'));
}

/** Runs the mutants of a module, except those killed in an earlier run with the same incremental file. */
async function mutate(module: MutatedModule, files: string[], kinds: TestKind[]): Promise<MutantResult[]> {
  const { name, alsoTestedBy = [] } = module;
  process.env.MUTATION_TESTS = [name, ...alsoTestedBy].join(',');
  process.env.MUTATION_TEST_KINDS = kinds.join(',');
  removeSurvivors(incrementalFile(module));
  const stryker = new Stryker({
    testRunner: 'vitest',
    vitest: { configFile: 'tests/mutation/vitest.config.ts', related: false },
    plugins: ['@stryker-mutator/vitest-runner'],
    mutate: files,
    mutator: { excludedMutations: ['StringLiteral'] },
    coverageAnalysis: 'perTest',
    incremental: true,
    incrementalFile: incrementalFile(module),
    concurrency: Number(process.env.MUTATION_CONCURRENCY ?? availableParallelism()),
    timeoutMS: 20_000,
    reporters: ['progress-append-only', 'html'],
    htmlReporter: { fileName: `${REPORTS}/${name}.html` },
    tempDirName: `.stryker-tmp/${name}`,
    ignorePatterns: ['dist*', '.*', 'deploy', 'docs', 'tests/e2e', 'bench-results'],
    allowConsoleColors: false,
  });
  return stryker.runMutationTest();
}

function incrementalFile({ name }: MutatedModule): string {
  return `${REPORTS}/${name}.json`;
}

function hasTests(kind: TestKind, { name, alsoTestedBy = [] }: MutatedModule): boolean {
  return [name, ...alsoTestedBy].some((folder) => existsSync(`tests/${kind}/${folder}`));
}

/**
 * Removes all mutants except the killed ones from an incremental file. Stryker would run a survivor again only if tests
 * that cover it were added, and it records no such tests for code that runs at import.
 */
function removeSurvivors(file: string): void {
  if (!existsSync(file)) return;
  const earlierRun: { files: Record<string, { mutants: { status: string }[] }> } = JSON.parse(
    readFileSync(file, 'utf8'),
  );
  for (const mutatedFile of Object.values(earlierRun.files)) {
    mutatedFile.mutants = mutatedFile.mutants.filter(({ status }) => status === 'Killed');
  }
  writeFileSync(file, JSON.stringify(earlierRun));
}

/** Prints the survivors, writes them to a file, and adds the module's line to the summary. */
function report({ name, targetPercent }: MutatedModule, results: MutantResult[], isWholeModule: boolean): void {
  const withStatus = (...statuses: string[]) => results.filter(({ status }) => statuses.includes(status));
  const killed = withStatus('Killed', 'Timeout').length;
  const survivors = withStatus('Survived', 'NoCoverage');
  const percent = (100 * killed) / Math.max(1, killed + survivors.length);
  const isReached = percent >= targetPercent;
  const lines = survivors.map(
    ({ fileName, location, mutatorName, replacement, status }) =>
      `${relative(process.cwd(), fileName)}:${location.start.line}:${location.start.column} ${status} ${mutatorName} → ${oneLine(replacement)}`,
  );
  writeFileSync(`${REPORTS}/${name}.survivors.txt`, `${lines.join('\n')}\n`);
  console.log(lines.join('\n'));
  summaryLines.push(
    `${name.padEnd(10)} ${percent.toFixed(1).padStart(5)} % of ${killed + survivors.length} mutants killed` +
      `${isWholeModule ? `, target ${targetPercent} %${isReached ? '' : ': NOT REACHED'}` : ''}`,
  );
  if (isWholeModule && !isReached) areTargetsReached = false;
}

function oneLine(text = ''): string {
  return text.replace(/\s+/g, ' ').slice(0, 80);
}
