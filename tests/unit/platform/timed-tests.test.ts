import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/**
 * The number of fixed sleeps that a file may have, and the reason. A test waits for an event (`expect.poll`, or a
 * promise that the event resolves), because a duration that is long enough on one machine is too short on another.
 */
const SLEEPS: Record<string, [count: number, reason: string]> = {
  'unit/platform/upstream/upstreams.test.ts': [
    3,
    'calls that last for some milliseconds; their duration is not asserted',
  ],
  'unit/platform/http/front.test.ts': [1, 'a client that sends slowly'],
  'unit/platform/http/slow-clients.test.ts': [1, 'a client that sends slowly'],
  'unit/platform/http/stored-file.test.ts': [2, 'a store that sends slowly'],
  'integration/platform/request-log.test.ts': [
    4,
    'lines that must not be logged, and requests that are sent partially',
  ],
  'integration/platform/crowds.test.ts': [4, 'crowds that last for some seconds'],
  'integration/platform/varnish.test.ts': [1, 'a CDN that is unavailable for a while'],
  'integration/platform/stopped-worker.test.ts': [1, 'the pause before a retry'],
  'integration/platform/postgres-pool.test.ts': [2, 'faults that last for a while'],
  'integration/platform/cdn-purger.test.ts': [1, 'a pause between the rounds of a loop that ends with an event'],
  'integration/platform/slow-object-store.test.ts': [
    1,
    'requests that should be in progress; if they are not, the test checks less',
  ],
  'integration/platform/standstill.test.ts': [5, 'a lock that is held for a while, and orders that wait for it'],
  'integration/platform/standby.test.ts': [2, 'metrics that are sampled once a second, and visits in progress'],
  'integration/platform/shipped-proxies.test.ts': [3, 'a process that is unavailable for a while'],
  'integration/platform/npm-start.test.ts': [
    1,
    'the signals of the terminal and of npm, which arrive one after the other',
  ],
  'integration/platform/rolling-restart.test.ts': [3, 'a process that is stopped for a while'],
  'integration/orders/killed-checkouts.test.ts': [1, 'a random time before the process is killed'],
  'integration/checkout/buying.test.ts': [1, 'the pause of a buyer who retries'],
  'integration/database-move/move.test.ts': [1, 'the pause before a retry'],
  'integration/backup/backup.test.ts': [2, 'the pauses of a buyer between orders and before retries'],
  'integration/payments/slow-gateway.test.ts': [
    2,
    'requests that should be in progress; if they are not, the test checks less',
  ],
  'integration/payments/payments.test.ts': [1, 'requests spread over some milliseconds'],
  'e2e/products/product.spec.ts': [
    3,
    'late responses, a time in which nothing may change, and a pause that prevents a double click',
  ],
  'e2e/search/search.spec.ts': [2, 'a late response, and a time in which no request may be sent'],
  'e2e/content/content.spec.ts': [3, 'a time in which nothing may move'],
  'e2e/cart/cart.spec.ts': [2, 'a late response, and a time in which nothing may change'],
  'e2e/site/first-touch.spec.ts': [1, 'a pause in which the script runs before the finger is lifted'],
};

const SLEEP = /\bawait (?:wait|sleep|delay)\(|\bawait new Promise.*\bsetTimeout\(|\.waitForTimeout\(/;
/** A loop that polls until a condition is true; the timeout of the test ends it. */
const POLLING_LOOP = /^\s*(?:\} )?(?:while|for) ?\(/;

const root = new URL('../../', import.meta.url).pathname;
const files = globSync('{unit,integration,e2e}/**/*.{test,spec}.ts', { cwd: root });
const linesOf = (file: string) => readFileSync(root + file, 'utf8').split('\n');

test('tests wait for events, and sleep only in the listed places', () => {
  const counts: Record<string, number> = {};
  for (const file of files) {
    if (file.endsWith('timed-tests.test.ts')) continue;
    const sleepCount = linesOf(file).filter((line) => SLEEP.test(line) && !POLLING_LOOP.test(line)).length;
    if (sleepCount !== (SLEEPS[file]?.[0] ?? 0)) counts[file] = sleepCount;
  }
  expect(counts).toEqual({});
  expect(Object.keys(SLEEPS).filter((file) => !files.includes(file))).toEqual([]);
});

test('no unit or integration test overrides the timeout of events in vitest.config.ts', () => {
  const overridingFiles = files.filter((file) => {
    if (file.startsWith('e2e/') || file.endsWith('timed-tests.test.ts')) return false;
    const text = readFileSync(root + file, 'utf8');
    return /\bvi\.wait(?:Until|For)\(|\.poll\([^;]*\btimeout:/.test(text);
  });
  expect(overridingFiles).toEqual([]);
});
