import fc from 'fast-check';
import { contentOf } from '#lib/platform/content/content.server.ts';
import { saveContent } from '#lib/platform/content/own-content.server.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { PAYMENT_TERMS, type PaymentTerms } from '#lib/sales/cart/payment-terms/payment-terms.schema.ts';

/** Saves the owner's payment terms. Omitted terms have their default values. */
export async function setPaymentTerms(db: ShopDatabase, terms: Partial<PaymentTerms>): Promise<void> {
  const { path } = PAYMENT_TERMS;
  const latest = await db.write
    .selectFrom('own_content')
    .select(({ fn }) => fn.max('version').as('version'))
    .where('path', '=', path)
    .executeTakeFirst();
  const baseVersion = Number(latest?.version ?? 0);
  await saveContent(db, [{ path, state: 'own', body: JSON.stringify(terms), baseVersion }], { tags: [], now: 0 });
  await contentOf(db).reload(db);
}

export function percentOff(percent: number, maximumPaise = 0): PaymentTerms['prepaidDiscount'] {
  return { percent, maximumPaise, amountPaise: 0 };
}

export function amountOff(amountPaise: number): PaymentTerms['prepaidDiscount'] {
  return { percent: 0, maximumPaise: 0, amountPaise };
}

/** Arbitrary discounts for property tests. */
export const prepaidDiscounts = fc.oneof(
  fc.record({
    percent: fc.integer({ min: 1, max: 90 }),
    maximumPaise: fc.constantFrom(0, 10_000, 50_000),
    amountPaise: fc.constant(0),
  }),
  fc.record({ percent: fc.constant(0), maximumPaise: fc.constant(0), amountPaise: fc.nat(10_000_000) }),
);
