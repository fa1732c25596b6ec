import { z } from 'zod/mini';
import type { OrderStatus, PaymentStatus } from '#lib/platform/db/tables/orders.ts';
import { text } from '#lib/primitives/text.schema.ts';
import { PAYMENT_NAMES, STATUS_NAMES } from '#lib/sales/orders/record/orders.ts';

const SEARCH_MAX_CHARACTERS = 100;
const STATUSES = Object.keys(STATUS_NAMES) as [OrderStatus, ...OrderStatus[]];
const PAYMENTS = Object.keys(PAYMENT_NAMES) as [PaymentStatus, ...PaymentStatus[]];

/** Filters that are not understood are ignored, so that an old link still shows orders. */
export const ORDER_QUERY = z.object({
  search: z.catch(text().check(z.trim(), z.maxLength(SEARCH_MAX_CHARACTERS)), ''),
  /** `open`: to be confirmed, packed and shipped. */
  status: z.catch(z.enum(['open', 'all', ...STATUSES]), 'open'),
  payment: z.catch(z.optional(z.enum(PAYMENTS)), undefined),
  /** Days in India, inclusive. */
  from: z.catch(z.optional(z.iso.date()), undefined),
  to: z.catch(z.optional(z.iso.date()), undefined),
  sort: z.catch(z.optional(z.enum(['oldest', 'newest'])), undefined),
  /** The cursor of the last order of the previous page. */
  after: z.catch(z.optional(text().check(z.regex(/^\d{1,15}\.[\w-]{1,60}$/))), undefined),
});

export type OrderQuery = z.infer<typeof ORDER_QUERY>;
