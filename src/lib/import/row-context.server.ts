import type { Palettes } from '#lib/catalog/swatches.ts';
import type { FacetRegistry } from '#lib/facets/facet-registry.server.ts';
import type { StoredPicture } from '#lib/import/save-context.ts';
import type { TaxRate } from '#lib/money/tax.ts';

export interface RowContext {
  registry: FacetRegistry;
  pictures: ReadonlyMap<string, StoredPicture>;
  version: number;
  now: number;
  rates: readonly TaxRate[];
  palettes: Palettes;
  requiresHsn: boolean;
  nextProductId(): number;
  nextVariantId(): number;
}
