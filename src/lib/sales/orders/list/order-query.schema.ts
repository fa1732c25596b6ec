import { z } from 'zod/mini';
import type { OrderStatus, PaymentStatus } from '#lib/platform/db/tables/orders.ts';
import { listCursor, searchText } from '#lib/primitives/list-query.schema.ts';
import { text } from '#lib/primitives/text.schema.ts';
import { PAYMENT_NAMES, STATUS_NAMES } from '#lib/sales/orders/record/orders.ts';

const NAME_MAX_CHARACTERS = 60;
const STATUSES = Object.keys(STATUS_NAMES) as [OrderStatus, ...OrderStatus[]];
const PAYMENT_STATUSES = Object.keys(PAYMENT_NAMES) as [PaymentStatus, ...PaymentStatus[]];

const nameSchema = z.catch(
  z.optional(text().check(z.trim(), z.minLength(1), z.maxLength(NAME_MAX_CHARACTERS))),
  undefined,
);

/**
 * The search, filters, sort order and page of the list in a URL query. Invalid values are ignored, so that an old link
 * still shows orders.
 */
export const ORDER_QUERY = z.object({
  search: searchText,
  /**
   * The status. `open`: placed or processing. `to_confirm`: placed, and not awaiting confirmation by the customer.
   * `to_pack`: processing, and not packed. `to_ship`: processing, and packed. `pre_order`: open, with pre-ordered
   * items. `cod_unconfirmed`: a cash order that the customer has not confirmed. `cash_due`: the courier has collected
   * the cash, but has not paid it to the shop.
   */
  status: z.catch(
    z.enum([
      'open',
      'all',
      'to_confirm',
      'to_pack',
      'to_ship',
      'pre_order',
      'cod_unconfirmed',
      'cash_due',
      ...STATUSES,
    ]),
    'open',
  ),
  payment: z.catch(z.optional(z.enum(PAYMENT_STATUSES)), undefined),
  /** The first day (in India) on which the orders were placed. */
  from: z.catch(z.optional(z.iso.date()), undefined),
  /** The last day (in India) on which the orders were placed. */
  to: z.catch(z.optional(z.iso.date()), undefined),
  state: nameSchema,
  /** The name of a delivery zone. */
  zone: nameSchema,
  carrier: nameSchema,
  /** The sort order: by the time of the order, or by amount. */
  sort: z.catch(z.optional(z.enum(['oldest', 'newest', 'highest', 'lowest'])), undefined),
  /** The position in the list after which the page begins. */
  after: listCursor,
  /** The position in the list before which the page ends. */
  before: listCursor,
});

export type OrderQuery = z.infer<typeof ORDER_QUERY>;

/**
 * Returns the name of the sort order. By default, the list of open orders begins with the oldest order, and any other
 * list with the newest.
 */
export function sortNameOf({ sort, status }: Pick<OrderQuery, 'sort' | 'status'>): NonNullable<OrderQuery['sort']> {
  return sort ?? (status === 'open' ? 'oldest' : 'newest');
}
