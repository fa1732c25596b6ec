import type { ProductToEdit } from '#lib/catalog/admin/read-product.server.ts';
import type { VariantForm } from '#lib/catalog/admin/variant-form.schema.ts';
import type { VariantPatch, VariantRecord } from '#lib/catalog/import/record/catalog-record.ts';
import { MAX_RUPEES } from '#lib/catalog/import/record/record-limits.ts';
import { rupeesOf } from '#lib/catalog/import/record/rupees.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';
import { rupeesToPaise } from '#lib/shop/money/money.ts';

type VariantFields = Pick<VariantForm, 'variantIds' | 'price' | 'salePrice' | 'sku' | 'barcode'>;

/**
 * Returns patches with only the variants and fields whose values differ from the stored values. Throws a ShopError:
 * `invalid` if a price is missing, is not an amount in rupees, is above `MAX_RUPEES`, or is a sale price that is not
 * below the regular price.
 */
export function variantPatches({ record, stored }: ProductToEdit, form: VariantFields): VariantPatch[] {
  return stored.variants.flatMap(({ id }, position) => {
    const index = form.variantIds.indexOf(id);
    const variant = record.variants[position];
    if (index === -1 || !variant) return [];
    const changes = changesOf(variant, form, index);
    // The option values identify the variant, even if its SKU changes.
    return Object.keys(changes).length === 0 ? [] : [{ sku: variant.sku, values: variant.values, ...changes }];
  });
}

function changesOf(variant: VariantRecord, form: VariantFields, index: number): VariantPatch {
  const name = variant.sku ?? Object.values(variant.values ?? {}).join(' / ');
  const price = form.price?.[index] === undefined ? undefined : parseRupees(form.price[index], name, 'price');
  if (price === null) throw invalidField(`Enter a price${name && ` for ${name}`}.`, 'price');
  const salePrice =
    form.salePrice?.[index] === undefined ? undefined : parseRupees(form.salePrice[index], name, 'sale_price');
  const formPatch: VariantPatch = {
    price,
    sale_price: salePrice,
    sku: nullIfEmpty(form.sku?.[index]),
    barcode: nullIfEmpty(form.barcode?.[index]),
  };
  const regularPrice = price ?? variant.price;
  if (salePrice !== undefined && salePrice !== null && salePrice >= regularPrice)
    throw invalidField(`The sale price${name && ` of ${name}`} must be below the regular price.`, 'sale_price');
  const differs = ([field, value]: [string, unknown]) =>
    value !== undefined && value !== (variant[field as keyof VariantRecord] ?? null);
  return Object.fromEntries(Object.entries(formPatch).filter(differs));
}

/** Parses an amount in rupees. Returns null if the text is empty. Throws a ShopError `invalid` for any other text. */
function parseRupees(text: string, name: string, field: string): number | null {
  if (text === '') return null;
  const rupees = rupeesOf(text);
  if (rupees !== undefined && rupees <= MAX_RUPEES && rupeesToPaise(rupees) !== undefined) return rupees;
  throw invalidField(`“${text}”${name && ` for ${name}`} is not an amount in rupees.`, field);
}

function nullIfEmpty(text: string | undefined): string | null | undefined {
  return text === '' ? null : text;
}

function invalidField(message: string, field: string): ShopError {
  return new ShopError('invalid', message, { [field]: message });
}
