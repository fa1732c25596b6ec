import type { DryRun } from '#lib/catalog/import/record/dry-run.ts';
import type { MergeRules } from '#lib/catalog/import/record/merge-product.ts';
import type { SaveResult } from '#lib/catalog/import/record/save-report.ts';
import type { StockCause } from '#lib/catalog/inventory/stock-ledger.server.ts';
import type { FacetRegistry } from '#lib/catalog/listing-index/facets/facet-registry.server.ts';
import type { Palettes } from '#lib/catalog/products/swatches.ts';
import type { AuditEvent } from '#lib/platform/audit/record-audit.server.ts';
import type { ShopDatabase, Tx } from '#lib/platform/db/db.server.ts';
import type { StoredPicture } from '#lib/platform/files/pictures/pictures.server.ts';
import type { TaxRate } from '#lib/shop/money/tax.ts';

export interface SaveOptions extends Partial<MergeRules> {
  /** Whether products without a known GST rate are held back from sale. */
  requiresHsn?: boolean | undefined;
  now?: number | undefined;
  dryRun?: { run: DryRun; registry: FacetRegistry } | undefined;
  /** The source that is stored in the stock ledger, such as the name of the file. */
  source?: string | undefined;
  /** The event that each transaction adds to the audit log. If it is undefined, the caller records the whole run. */
  event?: AuditEvent | ((result: SaveResult) => AuditEvent) | undefined;
}

export interface SaveContext {
  tx: Tx;
  engine: ShopDatabase['engine'];
  registry: FacetRegistry;
  pictures: ReadonlyMap<string, StoredPicture>;
  /** The version of the catalogue that the transaction writes, or 0 in a dry run. */
  version: number;
  now: number;
  rates: readonly TaxRate[];
  palettes: Palettes;
  cause: StockCause;
  rules: MergeRules;
  requiresHsn: boolean;
  dryRun: DryRun | undefined;
  /** The cache tags that are invalidated at the end of the transaction. */
  tags: Set<string>;
  result: SaveResult;
}

/** The part of the context that is needed to convert records to rows. */
export interface RowContext
  extends Pick<SaveContext, 'registry' | 'pictures' | 'version' | 'now' | 'rates' | 'palettes' | 'requiresHsn'> {
  nextProductId(): number;
  nextVariantId(): number;
}

export interface Indexed<T> {
  index: number;
  record: T;
}
