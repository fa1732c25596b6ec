/** The whole test command: checks, unit and integration tests on both databases, journeys in a real browser. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findChromium } from './find-chromium.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const reports = mkdtempSync(join(tmpdir(), 'taana-test-'));
const env = { ...process.env, ASTRO_TELEMETRY_DISABLED: '1', CHROME_PATH: findChromium() };
let passed = 0;
let failed = 0;

const checks = run('node', ['scripts/check.ts']);
count(
  ...((/checks: (\d+) passed, (\d+) failed/.exec(checks.output)?.slice(1).map(Number) as
    | [number, number]
    | undefined) ?? [0, 1]),
);

const vitestReport = join(reports, 'vitest.json');
const vitest = run('node_modules/.bin/vitest', [
  'run',
  '--project=unit',
  '--project=integration',
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${vitestReport}`,
]);
count(...vitestCounts(vitestReport, vitest.status));

const playwrightReport = join(reports, 'playwright.json');
const playwright = run('node_modules/.bin/playwright', ['test', '--reporter=list,json'], {
  PLAYWRIGHT_JSON_OUTPUT_NAME: playwrightReport,
});
count(...playwrightCounts(playwrightReport, playwright.status));

rmSync(reports, { recursive: true, force: true });
console.log(`\n${passed} passed, ${failed} failed`);
process.exit(failed === 0 && passed > 0 ? 0 : 1);

function run(program: string, args: string[], more: NodeJS.ProcessEnv = {}): { status: number; output: string } {
  const command = program === 'node' ? process.execPath : join(root, program);
  const result = spawnSync(command, args, {
    cwd: root,
    env: { ...env, ...more },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    maxBuffer: 256 * 1024 * 1024,
  });
  process.stdout.write(result.stdout);
  process.stderr.write(result.stderr);
  return { status: result.status ?? 1, output: result.stdout };
}

function count(good: number, bad: number): void {
  passed += good;
  failed += bad;
}

/** A run that ended badly counts as a failure even when no test says so. */
function vitestCounts(path: string, status: number): [number, number] {
  try {
    const report = JSON.parse(readFileSync(path, 'utf8')) as { numPassedTests: number; numFailedTests: number };
    return [report.numPassedTests, Math.max(report.numFailedTests, status === 0 ? 0 : 1)];
  } catch {
    return [0, 1];
  }
}

function playwrightCounts(path: string, status: number): [number, number] {
  try {
    const { stats } = JSON.parse(readFileSync(path, 'utf8')) as {
      stats: { expected: number; unexpected: number; flaky: number };
    };
    return [stats.expected + stats.flaky, Math.max(stats.unexpected, status === 0 ? 0 : 1)];
  } catch {
    return [0, 1];
  }
}
