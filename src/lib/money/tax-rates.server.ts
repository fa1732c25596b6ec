import { TAX_RATES } from '#lib/money/tax.schema.ts';
import type { TaxRate } from '#lib/money/tax.ts';
import { contentOf } from '#lib/platform/content/content.server.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';

export function taxRates(db: Pick<ShopDatabase, 'memo'>): readonly TaxRate[] {
  return contentOf(db).of(TAX_RATES).rates;
}
