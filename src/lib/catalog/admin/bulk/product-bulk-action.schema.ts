import { z } from 'zod/mini';
import type { BulkChange } from '#lib/catalog/admin/bulk/bulk-change.ts';
import { lastPosition } from '#lib/catalog/admin/form-fields.schema.ts';
import { PRODUCT_QUERY } from '#lib/catalog/admin/list/product-query.schema.ts';
import { SALE_TIMES, startsBeforeEnd, TIMES_PROBLEM } from '#lib/catalog/admin/sales/sale-form.schema.ts';
import { PRODUCT_LIMITS } from '#lib/catalog/import/record/record-limits.ts';
import { rupeesOf } from '#lib/catalog/import/record/rupees.ts';
import { text } from '#lib/primitives/text.schema.ts';

const ID = /^\d{1,15}$/;
const CHOSEN_MAX_CHARACTERS = 1_000;
const MAX_PERCENT = 1_000;
const MAX_RUPEES = 1_000_000;
const ROUNDING_NAMES = ['rupee', 'ten', 'nine', 'ninety_nine', 'none'] as const;
const NO_AMOUNT = 'Enter an amount above 0, such as 10.';
const TOO_HIGH = 'This amount is too high.';

const chosenText = text().check(z.maxLength(CHOSEN_MAX_CHARACTERS));

/** Either the ids of products, separated by commas, or the query of a list, to choose all products that match it. */
const CHOSEN_PRODUCTS = {
  products: z.optional(
    z.pipe(
      chosenText,
      z.transform((input) =>
        input
          .split(',')
          .filter((id) => ID.test(id))
          .map(Number),
      ),
    ),
  ),
  list: z.optional(
    z.pipe(
      chosenText,
      z.transform((query) => PRODUCT_QUERY.parse(Object.fromEntries(new URLSearchParams(query)))),
    ),
  ),
};

const amount = z
  .pipe(
    text().check(z.maxLength(20)),
    z.transform((input) => rupeesOf(input.replace(/%\s*$/, '')) ?? 0),
  )
  .check(z.refine((value) => value > 0, NO_AMOUNT));

const priceForm = z
  .object({
    ...CHOSEN_PRODUCTS,
    action: z.literal('price'),
    direction: z.enum(['up', 'down']),
    amount,
    unit: z.enum(['percent', 'rupees']),
    rounding: z.enum(ROUNDING_NAMES),
  })
  .check(
    z.refine(({ amount: value, unit }) => value <= (unit === 'percent' ? MAX_PERCENT : MAX_RUPEES), {
      error: TOO_HIGH,
      path: ['amount'],
    }),
  );

const statusForm = z.object({ ...CHOSEN_PRODUCTS, action: z.literal('status'), status: z.enum(['active', 'draft']) });

const categoryForm = z.object({
  ...CHOSEN_PRODUCTS,
  action: z.literal('category'),
  way: z.enum(['add', 'remove']),
  category: text('Choose a category.').check(z.minLength(1, 'Choose a category.'), z.maxLength(PRODUCT_LIMITS.slug)),
});

const saleForm = z
  .object({
    ...CHOSEN_PRODUCTS,
    action: z.literal('sale'),
    percent: amount.check(z.refine((value) => value < 100, 'Enter less than 100 %.')),
    rounding: z.enum(ROUNDING_NAMES),
    ...SALE_TIMES,
  })
  .check(z.refine(startsBeforeEnd, TIMES_PROBLEM));

const endSaleForm = z.object({ ...CHOSEN_PRODUCTS, action: z.literal('end_sale') });

/** The forms of all kinds of bulk actions for products. */
export const PRODUCT_BULK_ACTION_FORM = z.discriminatedUnion('action', [
  priceForm,
  statusForm,
  categoryForm,
  saleForm,
  endSaleForm,
]);

/** Returns the change that a form describes. */
export function bulkChangeOf(form: WithoutProducts<z.infer<typeof PRODUCT_BULK_ACTION_FORM>>): BulkChange {
  if (form.action !== 'sale') return form;
  const { starts_at: startsAt, ends_at: endsAt, ...change } = form;
  return { ...change, startsAt, endsAt };
}

type WithoutProducts<Form> = Form extends unknown ? Omit<Form, 'products' | 'list'> : never;

/** The query of a page that shows the rows of a bulk action. */
export const BULK_ACTION_ROWS_QUERY = z.object({
  state: z.catch(z.optional(z.enum(['waiting', 'done', 'failed'])), undefined),
  after: lastPosition,
});

export type BulkActionRowsQuery = z.infer<typeof BULK_ACTION_ROWS_QUERY>;
