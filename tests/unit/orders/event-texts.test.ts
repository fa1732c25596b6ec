import { expect, test } from 'vitest';
import { describeEvent } from '#lib/sales/orders/record/event-texts.ts';

test.each([
  ['cancelled', 'customer', { title: 'Cancelled', detail: 'by the customer' }],
  ['partly_returned', '1 × Kurta', { title: 'Some items came back', detail: '1 × Kurta' }],
  ['some_new_kind', null, { title: 'some new kind', detail: null }],
])('describes the event %s (%s) in plain English', (kind, detail, expected) => {
  expect(describeEvent(kind, detail)).toEqual(expected);
});
