import { z } from 'zod/mini';
import { oneOrMore } from '#lib/primitives/one-or-more.schema.ts';
import { text } from '#lib/primitives/text.schema.ts';

export const BULK_MAX_ORDERS = 100;
const TOO_MANY = `Choose at most ${BULK_MAX_ORDERS} orders.`;
const CARRIER_MAX_CHARACTERS = 60;
const TRACKING_MAX_CHARACTERS = 60;

const ACTIONS = ['confirmed', 'processing', 'packed', 'shipped', 'delivered', 'cash_received'] as const;
const actionSchema = z.enum(ACTIONS, 'Please choose what to do.');
const orderFieldSchema = text().check(z.maxLength(100));
export const BULK_ACTION_REQUEST = z.object({
  action: actionSchema,
  order: z.array(orderFieldSchema).check(z.maxLength(BULK_MAX_ORDERS, TOO_MANY)),
});

export const NEW_BULK_ACTION = z.object({
  action: actionSchema,
  /** The orders, each as `id:version` with the version that the preview showed. */
  order: z.pipe(
    oneOrMore(orderFieldSchema).check(z.maxLength(BULK_MAX_ORDERS, TOO_MANY)),
    z.transform((values) =>
      values.map((value) => {
        const [id = '', version = ''] = value.split(':');
        return { id, version: Number(version) };
      }),
    ),
  ),
  carrier: z._default(text().check(z.trim(), z.maxLength(CARRIER_MAX_CHARACTERS)), ''),
  /** The tracking numbers, one on each line. */
  tracking: z.pipe(
    z._default(text(), ''),
    z.transform((value) =>
      value
        .split('\n')
        .map((line) => line.trim())
        .filter(Boolean),
    ),
  ),
});

export const PARCEL = z.object({
  carrier: z._default(text().check(z.trim(), z.maxLength(CARRIER_MAX_CHARACTERS)), ''),
  trackingNumber: z._default(text().check(z.trim(), z.maxLength(TRACKING_MAX_CHARACTERS)), ''),
});
