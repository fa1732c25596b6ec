import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Runs the shortest files first, because the run of a mutant ends with the first test that fails. Vitest's default
 * order, the longest first, suits runs with several processes.
 */
export class ShortestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const duration = (file: TestSpecification) => this.ctx.cache.getTestSpecificationResult(file)?.duration ?? 0;
    return files.toSorted((one, other) => duration(one) - duration(other));
  }
}
