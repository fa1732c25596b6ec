import { z } from 'zod/mini';
import { listCursor } from '#lib/primitives/list-query.schema.ts';
import { text } from '#lib/primitives/text.schema.ts';
import { MONTH_PATTERN, type Month, monthAt, monthOf } from '#lib/sales/money-reports/month.ts';

/** The query for a month. A missing or invalid month is undefined, which means the current month. */
export const MONTH_QUERY = z.object({
  month: z.catch(z.optional(text().check(z.regex(MONTH_PATTERN))), undefined),
});

/** The query for the credit notes of a month, page by page. */
export const CREDIT_NOTES_QUERY = z.extend(MONTH_QUERY, { after: listCursor, before: listCursor });

export const GOODS_VIEWS = {
  product: 'Product',
  category: 'Category',
  size: 'Size',
  place: 'State',
  city: 'City',
  pincode: 'Pincode',
} as const;
export type GoodsView = keyof typeof GOODS_VIEWS;

/** The query for the goods sold in a month, grouped by one of the views. */
export const GOODS_QUERY = z.extend(MONTH_QUERY, {
  by: z.catch(z.enum(Object.keys(GOODS_VIEWS) as [GoodsView, ...GoodsView[]]), 'product'),
});

export const PARCEL_VIEWS = {
  reason: 'Reason',
  pincode: 'Pincode',
  courier: 'Courier',
  product: 'Product',
  customer: 'Customer',
} as const;
export type ParcelView = keyof typeof PARCEL_VIEWS;

/** The query for the returned cash parcels of a month, grouped by one of the views, and for a page of their orders. */
export const PARCEL_QUERY = z.extend(CREDIT_NOTES_QUERY, {
  by: z.catch(z.enum(Object.keys(PARCEL_VIEWS) as [ParcelView, ...ParcelView[]]), 'reason'),
});

/** The query for the cash that was received in a month, from all couriers or one courier, page by page. */
export const CASH_QUERY = z.extend(CREDIT_NOTES_QUERY, {
  courier: z.catch(z.optional(text().check(z.trim(), z.minLength(1), z.maxLength(60))), undefined),
});

export function chosenMonth(query: { month?: string }, now: number): Month {
  return query.month === undefined ? monthAt(now) : monthOf(query.month);
}
