import { contentOf } from '#lib/platform/content/content.server.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { PAYMENT_TERMS, type PaymentTerms } from '#lib/sales/cart/payment-terms/payment-terms.schema.ts';

export function paymentTerms(db: Pick<ShopDatabase, 'memo'>): PaymentTerms {
  return contentOf(db).of(PAYMENT_TERMS);
}
