import { globSync, readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';
import { ShortestFirst } from './shortest-first.ts';

const folders = (process.env.MUTATION_TESTS ?? '').split(',').filter(Boolean);
const kinds = (process.env.MUTATION_TEST_KINDS ?? '').split(',').filter(Boolean);
/** Programs that a test starts as processes of their own run the unchanged code, so such a test notices no mutant. */
const STARTS_PROCESSES = /startShop|servedFixture|startGatewayShop|ownersTool|spawnSync|killWithTest|endWithTest/;

/** Their random steps would notice a mutant in one run and not in the next. */
const IS_RANDOM = /integration.*\.property\.test\.ts$/;

/** The tests of one business module, on SQLite only: mutation testing runs them once for each mutant. */
export default defineConfig({
  test: {
    include: folders
      .flatMap((name) => globSync(kinds.map((kind) => `tests/${kind}/${name}/**/*.test.ts`)))
      .filter((file) => !IS_RANDOM.test(file) && !STARTS_PROCESSES.test(readFileSync(file, 'utf8'))),
    globalSetup: ['tests/support/sqlite-template.ts'],
    // The files of one mutant's tests share what they import: no module of the shop keeps state.
    isolate: false,
    sequence: { sequencer: ShortestFirst },
    provide: { postgresUrl: '', postgresTemplate: '' },
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
