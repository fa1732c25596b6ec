import { readFileSync } from 'node:fs';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const STARTS_A_PROGRAM = /\b(startShop|startWatched|ownersTool|spawn(Sync)?)\(/;

/**
 * Begins each project with the files that start programs, because they take longest and wait for most of it. By default,
 * a run without results of an earlier one begins with the largest files, and can end with one process.
 */
export class ProcessesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const projects = Map.groupBy(await super.sort(files), ({ project }) => project.name);
    return [...projects.values()].flatMap((ofProject) => [
      ...ofProject.filter(startsProgram),
      ...ofProject.filter((file) => !startsProgram(file)),
    ]);
  }
}

function startsProgram({ moduleId }: TestSpecification): boolean {
  return STARTS_A_PROGRAM.test(readFileSync(moduleId, 'utf8'));
}
