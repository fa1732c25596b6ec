import type { Palettes } from '#lib/catalog/swatches.ts';
import type { FacetRegistry } from '#lib/facets/facet-registry.server.ts';
import type { DryRun } from '#lib/import/dry-run.ts';
import type { MergeRules } from '#lib/import/merge-product.ts';
import type { SaveResult } from '#lib/import/save-report.ts';
import type { StockCause } from '#lib/inventory/stock-ledger.server.ts';
import type { TaxRate } from '#lib/money/tax.ts';
import type { ShopDatabase, Tx } from '#lib/platform/db/db.server.ts';

export interface StoredPicture {
  hash: string;
  width: number;
  height: number;
  dominant: string;
}

export interface SaveOptions extends Partial<MergeRules> {
  requiresHsn?: boolean | undefined;
  now?: number | undefined;
  dryRun?: { memory: DryRun; registry: FacetRegistry } | undefined;
  source?: string | undefined;
}

export interface SaveContext {
  tx: Tx;
  engine: ShopDatabase['engine'];
  registry: FacetRegistry;
  pictures: ReadonlyMap<string, StoredPicture>;
  version: number;
  now: number;
  rates: readonly TaxRate[];
  palettes: Palettes;
  cause: StockCause;
  rules: MergeRules;
  requiresHsn: boolean;
  dryRun: DryRun | undefined;
  tags: Set<string>;
  result: SaveResult;
}

export interface Indexed<T> {
  index: number;
  record: T;
}
