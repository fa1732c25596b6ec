import type { Reporter, TestModule, TestSpecification } from 'vitest/node';

const INTERVAL_MS = 15_000;

/** Prints the progress of the tests at most four times a minute. */
export default class ProgressReporter implements Reporter {
  #fileCount = 0;
  #endedFileCount = 0;
  #passedCount = 0;
  #failedCount = 0;
  #startedAt = 0;
  #printedAt = 0;

  onTestRunStart(specifications: readonly TestSpecification[]): void {
    this.#fileCount = specifications.length;
    this.#startedAt = this.#printedAt = Date.now();
  }

  onTestModuleEnd(module: TestModule): void {
    this.#endedFileCount++;
    for (const test of module.children.allTests()) {
      const { state } = test.result();
      if (state === 'passed') this.#passedCount++;
      if (state === 'failed') this.#failedCount++;
    }
    const now = Date.now();
    if (now - this.#printedAt < INTERVAL_MS) return;
    this.#printedAt = now;
    console.log(
      `${formatDuration(now - this.#startedAt)}: ${this.#endedFileCount} of ${this.#fileCount} files, ` +
        `${this.#passedCount} tests passed, ${this.#failedCount} failed`,
    );
  }
}

/** Formats a duration in minutes and seconds, for example `3:07`. */
function formatDuration(ms: number): string {
  const seconds = Math.round(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
