import type { Reporter, TestModule, TestSpecification } from 'vitest/node';

const INTERVAL_MS = 15_000;

/** Prints the progress of the tests at most four times a minute. */
export default class ProgressReporter implements Reporter {
  #files = 0;
  #endedFiles = 0;
  #passed = 0;
  #failed = 0;
  #start = 0;
  #printedAt = 0;

  onTestRunStart(specifications: readonly TestSpecification[]): void {
    this.#files = specifications.length;
    this.#start = this.#printedAt = Date.now();
  }

  onTestModuleEnd(module: TestModule): void {
    this.#endedFiles++;
    for (const test of module.children.allTests()) {
      const { state } = test.result();
      if (state === 'passed') this.#passed++;
      if (state === 'failed') this.#failed++;
    }
    const now = Date.now();
    if (now - this.#printedAt < INTERVAL_MS) return;
    this.#printedAt = now;
    console.log(
      `${formatDuration(now - this.#start)}: ${this.#endedFiles} of ${this.#files} files, ` +
        `${this.#passed} tests passed, ${this.#failed} failed`,
    );
  }
}

/** Formats a duration in minutes and seconds, for example `3:07`. */
function formatDuration(ms: number): string {
  const seconds = Math.round(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
