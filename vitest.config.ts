import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { ProcessesFirst } from './tests/support/processes-first.ts';

/** A failed test gets a second try, with and without CI; `npm test` lists it as a defect if it then passes. */
const retry = 1;
/**
 * Integration tests also wait for processes, disks and clocks, so there are more than processors. With three times as many,
 * the tests need a tenth more of the processors' time.
 */
const maxWorkers = Math.min(Math.max(2 * availableParallelism(), 4), 12);

/**
 * For how long `expect.poll` waits for an event. No promise of time is held by it: a test whose event never comes fails,
 * and on a busy machine it only waits for longer.
 */
const untilEvent = (timeout: number) => ({ poll: { timeout } });

/**
 * Files of tests share the modules that they import, since no module of the shop keeps state (docs/architecture.md).
 * Importing them again for each file takes nine times as long.
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
          expect: untilEvent(50_000),
          // As many as below, so that they need not wait until the last integration test has ended.
          maxWorkers,
          retry,
        },
      },
      {
        test: {
          name: 'integration',
          include: ['tests/integration/**/*.test.ts'],
          isolate,
          globalSetup: ['tests/support/postgres.ts', 'tests/support/sqlite-template.ts', 'tests/support/proxy.ts'],
          testTimeout: 240_000,
          hookTimeout: 240_000,
          expect: untilEvent(200_000),
          maxWorkers,
          retry,
        },
      },
      {
        // Not in `npm test`: these take long, or need rights over the machine (npm run test:faults).
        test: {
          name: 'faults',
          include: ['tests/faults/**/*.test.ts'],
          globalSetup: ['tests/support/postgres.ts', 'tests/support/sqlite-template.ts'],
          testTimeout: 240_000,
          hookTimeout: 240_000,
          expect: untilEvent(120_000),
          maxWorkers: 1,
        },
      },
    ],
  },
});
