import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { ProcessesFirst } from './tests/support/processes-first.ts';

/** A failed test is retried once; if it then passes, `npm test` lists it as a defect. */
const retry = 1;
/**
 * Integration tests also wait for processes, disks and timers, so there are two workers for each processor, but at
 * least 4 and at most 12. With three for each processor, the tests need 10% more processor time.
 */
const maxWorkers = Math.min(Math.max(2 * availableParallelism(), 4), 12);

/**
 * Returns the option for how long `expect.poll` waits before the test fails: long enough for a busy machine. Tests of
 * time limits measure the time themselves.
 */
const pollFor = (timeout: number) => ({ poll: { timeout } });

/**
 * The test files of a worker share the modules that they import, because modules hold no state of the shop
 * (docs/architecture.md). Importing them again for each file takes nine times as long.
 */
const isolate = false;

export default defineConfig({
  test: {
    sequence: { sequencer: ProcessesFirst },
    projects: [
      {
        test: {
          name: 'unit',
          include: ['tests/unit/**/*.test.ts'],
          isolate,
          testTimeout: 60_000,
          expect: pollFor(50_000),
          // Vitest runs both projects at the same time only if they have the same number of workers.
          maxWorkers,
          retry,
        },
      },
      {
        test: {
          name: 'integration',
          include: ['tests/integration/**/*.test.ts'],
          isolate,
          globalSetup: [
            'tests/support/postgres.ts',
            'tests/support/sqlite-template.ts',
            'tests/support/install-nginx.ts',
          ],
          setupFiles: ['tests/support/after-each-file.ts'],
          testTimeout: 240_000,
          hookTimeout: 240_000,
          expect: pollFor(200_000),
          maxWorkers,
          retry,
        },
      },
      {
        // Not in `npm test`, because these tests take minutes or need root (npm run test:faults).
        test: {
          name: 'faults',
          include: ['tests/faults/**/*.test.ts'],
          globalSetup: ['tests/support/postgres.ts', 'tests/support/sqlite-template.ts'],
          testTimeout: 240_000,
          hookTimeout: 240_000,
          expect: pollFor(120_000),
          maxWorkers: 1,
        },
      },
    ],
  },
});
