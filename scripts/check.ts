/** Runs all static checks, builds the shop, and checks the sizes of its pages and files. */
import { execFile } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';

type Check = [name: string, command: string[]];

const root = fileURLToPath(new URL('..', import.meta.url));
const env = { ...process.env, ASTRO_TELEMETRY_DISABLED: '1', FORCE_COLOR: '0', NO_COLOR: '1' };
/**
 * These checks run one after the other, in parallel with the other checks if there are several processors. The first
 * check also generates the types of content and pages. It covers only .astro files, because TypeScript 7, which Astro
 * does not support yet, checks the other files three times as fast.
 */
const TYPE_CHECKS: Check[] = [
  [
    'types of .astro files',
    ['astro', 'check', '--tsconfig', 'tsconfig.astro.json', '--minimumFailingSeverity', 'warning'],
  ],
  ['types', ['node', 'node_modules/typescript-native/bin/tsc', '--noEmit']],
];
const SOURCE_CHECKS: Check[] = [
  [
    'slow regular expressions, file sizes, cached formatters, well-formed text',
    ['eslint', '--max-warnings=0', 'src', 'scripts', 'integrations'],
  ],
  ['layers and modules', ['depcruise', '--config', '.dependency-cruiser.cjs', 'src']],
  ['style of .astro files', ['prettier', '--check', 'src/**/*.astro']],
  ['dead code', ['knip']],
  ['code style and lint', ['biome', 'ci', '--colors=off', '--error-on-warnings', '.']],
  ['imports of .astro files, cycles of folders', ['node', 'scripts/check-layers.ts']],
  ['references in comments and docs', ['node', 'scripts/check-references.ts']],
  ['docs match the code', ['node', 'scripts/check-docs.ts']],
  ['standard terms', ['node', 'scripts/check-words.ts']],
  ['HTML only where it is safe', ['node', 'scripts/check-html.ts']],
];
const BUILD_CHECKS: Check[] = [
  ['build', ['node', 'scripts/build-if-needed.ts']],
  ['sizes', ['node', 'scripts/check-sizes.ts']],
];

const sequences =
  availableParallelism() > 1
    ? [TYPE_CHECKS, [...SOURCE_CHECKS, ...BUILD_CHECKS]]
    : [[...TYPE_CHECKS, ...SOURCE_CHECKS, ...BUILD_CHECKS]];
const results = (await Promise.all(sequences.map(runInOrder))).flat();
const failedCount = results.filter((isOk) => !isOk).length;
console.log(`checks: ${results.length - failedCount} passed, ${failedCount} failed`);
process.exit(failedCount === 0 ? 0 : 1);

async function runInOrder(checks: Check[]): Promise<boolean[]> {
  const results: boolean[] = [];
  for (const check of checks) results.push(await run(check));
  return results;
}

async function run([name, [program = '', ...args]]: Check): Promise<boolean> {
  const start = performance.now();
  const command = program === 'node' ? process.execPath : `node_modules/.bin/${program}`;
  const { isOk, output } = await new Promise<{ isOk: boolean; output: string }>((done) =>
    execFile(command, args, { cwd: root, env, maxBuffer: 64 * 1024 * 1024 }, (error, stdout, stderr) =>
      done({ isOk: error === null, output: stdout + stderr }),
    ),
  );
  console.log(`${isOk ? '✓' : '✗'} ${name} (${((performance.now() - start) / 1000).toFixed(1)} s)`);
  if (!isOk) console.log(output);
  return isOk;
}
