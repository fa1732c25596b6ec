/** Reads the reports of Vitest and Playwright for the summary of `npm test`. */
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';

/**
 * The outcome of a run. `failures` and `flakes` (tests that passed when retried) have one entry for each test, with the
 * first lines of the test's error. A file that fails outside its tests counts as one failed test.
 */
export type Outcome = {
  passed: number;
  failed: number;
  failures: string[];
  flakes: string[];
  /** The total duration of the tests in each file. */
  fileDurationsMs: Map<string, number>;
};

type VitestReport = {
  testResults: {
    name: string;
    startTime: number;
    endTime: number;
    status: string;
    message: string;
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[];
  }[];
};
type Spec = {
  file: string;
  title: string;
  tests: { status: string; results: { duration: number; error?: { message?: string } }[] }[];
};
type Suite = { specs: Spec[]; suites?: Suite[] };

/**
 * Reads the outcome of a run. A report that can't be read, or a run that ended with an error although no test failed,
 * counts as one failed test.
 */
export function readOutcome(toOutcome: (report: never) => Outcome, path: string, status: number): Outcome {
  let outcome: Outcome;
  try {
    outcome = toOutcome(JSON.parse(readFileSync(path, 'utf8')) as never);
  } catch (error) {
    outcome = { ...emptyOutcome(), failed: 1, failures: [`${path}: ${error}`] };
  }
  if (status === 0 || outcome.failed > 0) return outcome;
  return { ...outcome, failed: 1, failures: [`the run ended with status ${status}; see its output`] };
}

export function vitestOutcome({ testResults }: VitestReport): Outcome {
  const outcome = emptyOutcome();
  for (const { name, startTime, endTime, status: fileStatus, message, assertionResults } of testResults) {
    const file = relative(process.cwd(), name);
    outcome.fileDurationsMs.set(file, endTime - startTime);
    // A failed hook or import is not reported for any test, because the tests are skipped.
    const hasFailedOutsideTests =
      fileStatus === 'failed' && !assertionResults.some(({ status }) => status === 'failed');
    count(outcome, hasFailedOutsideTests ? 'failed' : '', false, () =>
      failureText(file, 'the file itself or a hook', message || 'see the output of the run'),
    );
    for (const { status, fullName, failureMessages } of assertionResults) {
      count(outcome, status, status === 'passed' && failureMessages.length > 0, () =>
        failureText(file, fullName, failureMessages.at(-1)),
      );
    }
  }
  return outcome;
}

export function playwrightOutcome({ suites }: { suites: Suite[] }): Outcome {
  const outcome = emptyOutcome();
  for (const { file, title, tests } of suites.flatMap(specsOf)) {
    for (const { status, results } of tests) {
      const ms = results.reduce((sum, { duration }) => sum + duration, 0);
      outcome.fileDurationsMs.set(file, (outcome.fileDurationsMs.get(file) ?? 0) + ms);
      const error = results.find((result) => result.error)?.error?.message;
      const outcomeStatus = { expected: 'passed', flaky: 'passed', unexpected: 'failed' }[status] ?? status;
      count(outcome, outcomeStatus, status === 'flaky', () => failureText(file, title, error));
    }
  }
  return outcome;
}

export function emptyOutcome(): Outcome {
  return { passed: 0, failed: 0, failures: [], flakes: [], fileDurationsMs: new Map() };
}

/** Returns a line for each of the `max` slowest files, slowest first. */
export function slowestFiles(outcomes: readonly Outcome[], max = 10): string[] {
  return outcomes
    .flatMap(({ fileDurationsMs }) => [...fileDurationsMs])
    .sort(([, a], [, b]) => b - a)
    .slice(0, max)
    .map(([file, ms]) => `${(ms / 1000).toFixed(1).padStart(6)} s  ${file}`);
}

function specsOf(suite: Suite): Spec[] {
  return [...suite.specs, ...(suite.suites ?? []).flatMap(specsOf)];
}

function count(outcome: Outcome, status: string, isFlake: boolean, errorText: () => string): void {
  if (status === 'passed') outcome.passed++;
  if (status === 'failed') outcome.failed++;
  if (status === 'failed') outcome.failures.push(errorText());
  if (isFlake) outcome.flakes.push(errorText());
}

function failureText(file: string, title: string, message = ''): string {
  return `${file} › ${title}\n    ${message.trim().split('\n').slice(0, 6).join('\n    ')}`;
}
