import { contentOf } from '#lib/platform/content/content.server.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import type { TaxScheme } from '#lib/platform/db/tables/orders.ts';
import { TAX_RATES } from '#lib/shop/money/tax.schema.ts';
import type { TaxRate } from '#lib/shop/money/tax.ts';
import { collectsTax, taxSchemeOf } from '#lib/shop/money/tax-scheme.ts';
import { shopSettings } from '#lib/shop/settings/shop-settings.server.ts';

/** Returns the GST rates for new orders, or an empty list if the seller may not collect GST. */
export function taxRates(db: Pick<ShopDatabase, 'memo'>): readonly TaxRate[] {
  return taxRatesUnderScheme(db, taxSchemeOf(shopSettings(db)));
}

/** Returns the GST rates for an order placed under this scheme, or an empty list if the scheme collects no GST. */
export function taxRatesUnderScheme(db: Pick<ShopDatabase, 'memo'>, scheme: TaxScheme): readonly TaxRate[] {
  return collectsTax(scheme) ? contentOf(db).of(TAX_RATES).rates : [];
}
