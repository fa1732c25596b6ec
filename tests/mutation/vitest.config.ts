import { globSync, readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';
import { ShortestFirst } from './shortest-first.ts';

const folders = (process.env.MUTATION_TESTS ?? '').split(',').filter(Boolean);
const kinds = (process.env.MUTATION_TEST_KINDS ?? '').split(',').filter(Boolean);
/** Matches test files that start separate processes, which run the unchanged code and so can't kill mutants. */
const STARTS_PROCESSES = /startShop|servedFixture|startGatewayShop|shopCli|spawnSync|killWithTest|endWithTest/;

/** Property-based integration tests, whose random steps may kill a mutant in one run and not in the next. */
const RANDOM_TEST_FILE = /integration.*\.property\.test\.ts$/;

/** The tests for one business module, on SQLite only, because mutation testing runs them once for each mutant. */
export default defineConfig({
  test: {
    include: folders
      .flatMap((name) => globSync(kinds.map((kind) => `tests/${kind}/${name}/**/*.test.ts`)))
      .filter((file) => !RANDOM_TEST_FILE.test(file) && !STARTS_PROCESSES.test(readFileSync(file, 'utf8'))),
    globalSetup: ['tests/support/sqlite-template.ts'],
    // Test files share the modules that they import, because modules hold no state of the shop (docs/architecture.md).
    isolate: false,
    sequence: { sequencer: ShortestFirst },
    provide: { postgresUrl: '', postgresTemplate: '' },
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
