import { readFileSync } from 'node:fs';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const STARTS_A_PROGRAM = /\b(startShop|startWatched|shopCli|spawn(Sync)?)\(/;

/**
 * In each project, runs the test files that start programs first, because these files take longest and mostly wait. By
 * default, Vitest starts with the largest files if it has no results from an earlier run. Then only one worker might
 * still be busy at the end of the run.
 */
export class ProcessesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const projects = Map.groupBy(await super.sort(files), ({ project }) => project.name);
    return [...projects.values()].flatMap((projectFiles) => [
      ...projectFiles.filter(startsProgram),
      ...projectFiles.filter((file) => !startsProgram(file)),
    ]);
  }
}

function startsProgram({ moduleId }: TestSpecification): boolean {
  return STARTS_A_PROGRAM.test(readFileSync(moduleId, 'utf8'));
}
