import type { ProductRecord } from '#lib/catalog/import/record/catalog-record.ts';

/** The code that all variants share; `differs` if they have several. */
export function hsnOf({ variants }: Pick<ProductRecord, 'variants'>): { hsn: string | undefined; differs: boolean } {
  const codes = new Set(variants.map(({ hsn }) => hsn));
  const [first] = codes;
  return codes.size > 1 ? { hsn: undefined, differs: true } : { hsn: first, differs: false };
}
