import { contentOf } from '#lib/platform/content/content.server.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { DELIVERY, type DeliveryTerms } from '#lib/sales/cart/delivery/delivery.schema.ts';
import type { TaxRate } from '#lib/shop/money/tax.ts';
import { taxRates } from '#lib/shop/money/tax-rates.server.ts';

export function deliveryTerms(db: Pick<ShopDatabase, 'memo'>): DeliveryTerms {
  return contentOf(db).of(DELIVERY);
}

export interface CartTerms {
  delivery: DeliveryTerms;
  rates: readonly TaxRate[];
}

export function cartTerms(db: Pick<ShopDatabase, 'memo'>): CartTerms {
  return { delivery: deliveryTerms(db), rates: taxRates(db) };
}
