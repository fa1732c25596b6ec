import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { describeFault } from '#lib/operations/doctor/describe-fault.ts';
import { FaultLog } from '#lib/platform/upstream/fault-log.server.ts';
import type { StoredFault, UpstreamFault } from '#lib/platform/upstream/faults.ts';
import { Upstreams } from '#lib/platform/upstream/upstreams.server.ts';

const REJECTION: UpstreamFault = { upstream: 'razorpay', route: 'POST /v1/orders', kind: 'status_401' };
const OPTIONS = { maxConcurrent: 2, maxWaiting: 1, timeoutMs: 1_000, isServiceFailure: () => false };

let lines: { level: 'warn' | 'error'; line: Record<string, unknown> }[];
let countedFaults: [kind: string, times: number][];
let recoveredRoutes: string[];
let faults: FaultLog;

beforeEach(() => {
  vi.useFakeTimers();
  lines = [];
  countedFaults = [];
  recoveredRoutes = [];
  const record = (level: 'warn' | 'error') => (line: unknown) =>
    void lines.push({ level, line: line as Record<string, unknown> });
  faults = new FaultLog(
    { warn: record('warn'), error: record('error') },
    {
      add: async ({ kind }, times) => void countedFaults.push([kind, times]),
      markRecovered: async (upstream, route) => void recoveredRoutes.push(`${upstream} ${route}`),
    },
  );
});
afterEach(() => {
  vi.useRealTimers();
});

test('logs a fault immediately, and its repetitions in one line a minute', async () => {
  for (let n = 0; n < 1_000; n++) faults.record(REJECTION);
  expect(lines).toEqual([{ level: 'error', line: { ...REJECTION, status: 401, times: 1 } }]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(lines.map(({ line }) => line.times)).toEqual([1, 999]);
  await vi.advanceTimersByTimeAsync(600_000);
  expect(lines).toHaveLength(2);
  expect(countedFaults).toEqual([
    ['status_401', 1],
    ['status_401', 999],
  ]);
});

test('counts every fault even if the process ends within the minute', async () => {
  for (let n = 0; n < 5; n++) faults.record(REJECTION);
  await faults.settled();
  expect(countedFaults.reduce((sum, [, times]) => sum + times, 0)).toBe(5);
});

test('marks a route as recovered after its first successful call, and only once after faults', async () => {
  const bank = new Upstreams(undefined, faults).get('bank', { ...OPTIONS, statusOf: () => 502 });
  const fail = () => bank.call('GET /x', () => Promise.reject(new Error('no'))).catch(() => 'failed');
  const call = () => bank.call('GET /x', async () => 'answer');
  await call();
  await call();
  expect(recoveredRoutes).toEqual(['bank GET /x']);
  await fail();
  await fail();
  await call();
  await call();
  await faults.settled();
  expect(recoveredRoutes).toHaveLength(2);
  expect(countedFaults).toEqual([
    ['status_502', 1],
    ['status_502', 1],
  ]);
});

test('each kind of failure has a different name; an ordinary error response is not a failure', async () => {
  const upstreams = new Upstreams(undefined, faults);
  const options = { ...OPTIONS, maxConcurrent: 1, maxWaiting: 0 };
  const silentCall = upstreams.get('silent', options).call('ask', () => new Promise(() => {}));
  const busyCall = upstreams.get('silent', options).call('ask', async () => 'answer');
  const unreachableCall = upstreams.get('away', options).call('ask', () => Promise.reject(new Error('refused')));
  const missingFileCall = upstreams
    .get('store', { ...options, isResponse: () => true })
    .call('ask', () => Promise.reject(new Error('no such file')));
  const allCalls = Promise.allSettled([silentCall, busyCall, unreachableCall, missingFileCall]);
  await vi.advanceTimersByTimeAsync(1_000);
  await allCalls;
  expect(countedFaults.map(([kind]) => kind).sort()).toEqual(['busy', 'silent', 'unreachable']);
});

test('describes the failure, how often it occurred, and what the owner should check', () => {
  const firstFaultTime = Date.parse('2026-08-03T10:05:00+05:30');
  const row: StoredFault = {
    ...REJECTION,
    times: 14,
    firstAt: firstFaultTime,
    lastAt: firstFaultTime + 75 * 60_000,
    recoveredAt: null,
  };
  expect(describeFault(row)).toBe(
    'Razorpay refused our keys: 401 (POST /v1/orders), 14 times since 3 Aug 2026, 10:05 am, last at 3 Aug 2026, 11:20 am: check RAZORPAY_KEY_ID and RAZORPAY_KEY_SECRET',
  );
  expect(
    describeFault({
      ...row,
      upstream: 'mail',
      route: 'connect',
      kind: 'unreachable',
      times: 1,
      recoveredAt: firstFaultTime + 90 * 60_000,
    }),
  ).toBe(
    'the mail server could not be reached (connect), once, at 3 Aug 2026, 11:20 am; working again since 3 Aug 2026, 11:35 am',
  );
});
