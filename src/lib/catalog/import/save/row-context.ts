import type { SaveContext } from '#lib/catalog/import/save/save-context.ts';

/** The part of the context that is needed to convert records to rows. */
export interface RowContext
  extends Pick<SaveContext, 'registry' | 'pictures' | 'version' | 'now' | 'rates' | 'palettes' | 'requiresHsn'> {
  nextProductId(): number;
  nextVariantId(): number;
}
