import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Runs the test files with the shortest durations first, because a mutant's run ends with the first failing test.
 * Vitest's default order, with the longest first, suits runs with several processes.
 */
export class ShortestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const duration = (file: TestSpecification) => this.ctx.cache.getTestSpecificationResult(file)?.duration ?? 0;
    return files.toSorted((a, b) => duration(a) - duration(b));
  }
}
