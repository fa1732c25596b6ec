import { contentOf } from '#lib/platform/content/content.server.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { DELIVERY } from '#lib/sales/cart/delivery/delivery.schema.ts';
import type { DeliveryTerms } from '#lib/sales/cart/delivery/delivery.ts';
import type { TaxRate } from '#lib/shop/money/tax.ts';
import { taxRates } from '#lib/shop/money/tax-rates.server.ts';
import { shopSettings } from '#lib/shop/settings/shop-settings.server.ts';

export function deliveryTerms(db: Pick<ShopDatabase, 'memo'>): DeliveryTerms {
  return { ...contentOf(db).of(DELIVERY), closings: shopSettings(db).closings };
}

export interface CartTerms {
  delivery: DeliveryTerms;
  rates: readonly TaxRate[];
}

export function cartTerms(db: Pick<ShopDatabase, 'memo'>): CartTerms {
  return { delivery: deliveryTerms(db), rates: taxRates(db) };
}
