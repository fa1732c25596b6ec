import { contentOf } from '#lib/platform/content/content.server.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { TAX_RATES } from '#lib/shop/money/tax.schema.ts';
import type { TaxRate } from '#lib/shop/money/tax.ts';
import { collectsTax, taxSchemeOf } from '#lib/shop/money/tax-scheme.ts';
import { shopSettings } from '#lib/shop/settings/shop-settings.server.ts';

/** The rates for new orders: none if the seller may not collect GST. */
export function taxRates(db: Pick<ShopDatabase, 'memo'>): readonly TaxRate[] {
  return collectsTax(taxSchemeOf(shopSettings(db))) ? contentOf(db).of(TAX_RATES).rates : [];
}
