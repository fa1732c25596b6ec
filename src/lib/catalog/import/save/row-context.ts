import type { SaveContext } from '#lib/catalog/import/save/save-context.ts';

/** What turning records into rows needs of the save that it belongs to. */
export interface RowContext
  extends Pick<SaveContext, 'registry' | 'pictures' | 'version' | 'now' | 'rates' | 'palettes' | 'requiresHsn'> {
  nextProductId(): number;
  nextVariantId(): number;
}
