/** The script of `npm test`: runs the static checks, the unit and integration tests, and user journeys in Chromium. */
import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import { testFolder } from '../tests/support/test-folder.ts';
import { ensureChromium } from './ensure-chromium.ts';
import {
  emptyOutcome,
  type Outcome,
  playwrightOutcome,
  readOutcome,
  slowestFiles,
  vitestOutcome,
} from './test-reports.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const temporaryFolder = mkdtempSync(join(testFolder(), 'taana-test-'));
// Databases and proxies run as other users, and need to read this folder.
chmodSync(temporaryFolder, 0o755);
const env = {
  ...process.env,
  ASTRO_TELEMETRY_DISABLED: '1',
  CHROME_PATH: ensureChromium(),
  TMPDIR: temporaryFolder,
  // The size check creates the demo shop in this folder, and the browser tests reuse it.
  E2E_DATA: join(temporaryFolder, 'demo-shop'),
};
// Tests start hundreds of processes with the same code. The cache saves a third of the startup time.
const compileCacheEnv = { NODE_COMPILE_CACHE: join(temporaryFolder, 'compiled') };
const outcomes: Outcome[] = [];

const checksRun = await run('Checks', 'node', ['scripts/check.ts']);
const [passedChecks = 0, failedChecks = 1] =
  /checks: (\d+) passed, (\d+) failed/.exec(checksRun.output)?.slice(1).map(Number) ?? [];
outcomes.push({
  ...emptyOutcome(),
  passed: passedChecks,
  failed: failedChecks,
  failures: checksRun.output.match(/^✗.*$/gm) ?? [],
});

const vitestReport = join(temporaryFolder, 'vitest.json');
const vitestRun = await run(
  'Unit and integration tests',
  'node_modules/.bin/vitest',
  [
    'run',
    '--project=unit',
    '--project=integration',
    '--reporter=default',
    '--reporter=./scripts/progress-reporter.ts',
    '--reporter=json',
    `--outputFile.json=${vitestReport}`,
  ],
  compileCacheEnv,
);
outcomes.push(readOutcome(vitestOutcome, vitestReport, vitestRun.status));

const playwrightReport = join(temporaryFolder, 'playwright.json');
const playwrightRun = await run(
  'Journeys in a browser',
  'node_modules/.bin/playwright',
  ['test', '--reporter=list,json'],
  { ...compileCacheEnv, PLAYWRIGHT_JSON_OUTPUT_NAME: playwrightReport },
);
outcomes.push(readOutcome(playwrightOutcome, playwrightReport, playwrightRun.status));

rmSync(temporaryFolder, { recursive: true, force: true });
printList('Slowest files', slowestFiles(outcomes));
printList(
  'Defects to fix: tests that passed only when retried',
  outcomes.flatMap(({ flakes }) => flakes),
);
printList(
  'Failed',
  outcomes.flatMap(({ failures }) => failures),
);
const [passed, failed] = [sum('passed'), sum('failed')];
console.log(`\n${passed} passed, ${failed} failed`);
process.exit(failed === 0 && passed > 0 ? 0 : 1);

/** Runs one part of the tests, prints its output as it arrives, and returns the output without colours. */
async function run(
  part: string,
  program: string,
  args: string[],
  extraEnv: NodeJS.ProcessEnv = {},
): Promise<{ status: number; output: string }> {
  console.log(`\n${part} …`);
  const start = performance.now();
  const child = spawn(program === 'node' ? process.execPath : join(root, program), args, {
    cwd: root,
    env: { ...env, ...extraEnv },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
    process.stdout.write(text);
  });
  const status = await new Promise<number>((resolve) => {
    child.on('error', () => resolve(1)).on('close', (code) => resolve(code ?? 1));
  });
  console.log(`${part}: ${((performance.now() - start) / 60_000).toFixed(1)} minutes`);
  return { status, output: stripVTControlCharacters(output) };
}

function printList(heading: string, lines: string[]): void {
  if (lines.length > 0) console.log(`\n${heading}:\n${lines.join('\n')}`);
}

function sum(key: 'passed' | 'failed'): number {
  return outcomes.reduce((total, outcome) => total + outcome[key], 0);
}
