import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ParcelStatus } from '#lib/platform/db/tables/shipments.ts';
import { ORDER_STATUSES, trackedState } from '#lib/sales/shipping/tracked-state.ts';

const STATUSES: ParcelStatus[] = [
  ...(['shipped', 'in_transit', 'out_for_delivery', 'undelivered', 'delivered', 'returning', 'came_back'] as const),
  ...(['lost', 'cancelled'] as const),
];
const event = fc.record({
  status: fc.constantFrom(...STATUSES),
  at: fc.integer({ min: 1, max: 12 }),
  label: fc.constant('reported'),
});
const reports = fc.array(event, { maxLength: 12 });

test('the state of a parcel does not depend on the order in which reports arrive, or on repeated reports', () => {
  fc.assert(
    fc.property(
      reports.chain((events) =>
        fc.tuple(fc.constant(events), fc.shuffledSubarray(events, { minLength: events.length })),
      ),
      ([events, shuffledEvents]) => {
        expect(trackedState([...shuffledEvents, ...events])).toEqual(trackedState(events));
      },
    ),
  );
});

test('a parcel that was on its way back is never delivered later', () => {
  fc.assert(
    fc.property(reports, event, (events, nextEvent) => {
      const { status, at } = trackedState(events);
      fc.pre(status === 'returning' || status === 'came_back');
      const nextStatus = trackedState([...events, { ...nextEvent, at: (at ?? 0) + 1 + nextEvent.at }]).status;
      expect(nextStatus && ORDER_STATUSES[nextStatus]).not.toBe('delivered');
    }),
    { numRuns: 300 },
  );
});

test('each failed attempt is counted once, and remains the status until the next attempt', () => {
  const report = (status: ParcelStatus, time: number, label = '') => ({ status, at: time, label });
  const failedAttempt = [
    report('out_for_delivery', 1),
    report('undelivered', 2, 'Door locked'),
    report('in_transit', 3),
  ];
  expect(trackedState(failedAttempt)).toEqual({ status: 'undelivered', at: 2, attempts: 1, reason: 'Door locked' });
  expect(trackedState([...failedAttempt, report('undelivered', 2, 'Door locked')]).attempts).toBe(1);
  const twoFailedAttempts = [...failedAttempt, report('out_for_delivery', 4), report('undelivered', 5, 'Refused')];
  expect(trackedState(twoFailedAttempts)).toEqual({ status: 'undelivered', at: 5, attempts: 2, reason: 'Refused' });
  expect(trackedState([...twoFailedAttempts, report('delivered', 6)])).toMatchObject({
    status: 'delivered',
    attempts: 2,
  });
});
