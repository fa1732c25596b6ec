import type { EXPORT_COLUMNS } from '#lib/catalog/import/csv/shopify-columns.ts';
import type { ImageRecord, ProductRecord, VariantRecord } from '#lib/catalog/import/record/catalog-record.ts';
import { ATTRIBUTES, optionFacetOf } from '#lib/catalog/listing-index/facets/facets.ts';
import { optionValue } from '#lib/catalog/products/option-values.ts';

type Row = Partial<Record<(typeof EXPORT_COLUMNS)[number], string | number>>;

/** Returns the rows of a product in Shopify's product CSV. The n-th variant and the n-th picture share a row. */
export function shopifyRows(product: ProductRecord, nameOf: (kind: string, slug: string) => string): Row[] {
  const images = product.images ?? [];
  const rowCount = Math.max(product.variants.length, images.length, 1);
  return Array.from({ length: rowCount }, (_, index) => {
    const variant = product.variants[index];
    const image = images[index];
    return {
      Handle: product.slug,
      ...(index === 0 ? productColumns(product, nameOf) : {}),
      ...(variant ? variantColumns(product, variant, images) : {}),
      ...(image ? { 'Image Src': image.src, 'Image Position': index + 1, 'Image Alt Text': image.alt } : {}),
    };
  });
}

function productColumns(product: ProductRecord, nameOf: (kind: string, slug: string) => string): Row {
  const [label1 = 'Title', label2 = '', label3 = ''] = product.options ?? [];
  const firstCategory = product.categories[0];
  const tags = [
    ...product.categories.map((slug) => `category:${slug}`),
    ...(product.collections ?? []).map((slug) => `collection:${slug}`),
    ...ATTRIBUTES.flatMap((name) => (product[name] ? [`${name}:${product[name]}`] : [])),
    ...(product.tags ?? []),
  ];
  const isDraft = product.status === 'draft';
  return {
    Title: product.name,
    'Body (HTML)': product.long_content ?? '',
    Vendor: product.brand ? nameOf('brand', product.brand) : '',
    Type: firstCategory === undefined ? '' : nameOf('category', firstCategory),
    Tags: tags.join(', '),
    Published: isDraft ? 'FALSE' : 'TRUE',
    'Option1 Name': label1,
    'Option2 Name': label2,
    'Option3 Name': label3,
    'SEO Title': product.seo_title ?? '',
    'SEO Description': product.seo_description ?? '',
    Status: isDraft ? 'draft' : 'active',
  };
}

function variantColumns(product: ProductRecord, variant: VariantRecord, images: ImageRecord[]): Row {
  const options = product.options ?? [];
  const [value1 = 'Default Title', value2 = '', value3 = ''] = options.map(
    (label) => optionValue(variant.values, label) ?? '',
  );
  const colorLabel = options.find((label) => optionFacetOf(label) === 'color');
  const color = colorLabel === undefined ? undefined : optionValue(variant.values, colorLabel);
  const variantImage = images.find((image) => color !== undefined && image.color === color);
  return {
    'Option1 Value': value1,
    'Option2 Value': value2,
    'Option3 Value': value3,
    'Variant SKU': variant.sku ?? '',
    'Variant Grams': variant.weight_g ?? '',
    'Variant Inventory Qty': Math.floor(variant.quantity),
    'Variant Price': (variant.sale_price ?? variant.price).toFixed(2),
    'Variant Compare At Price': variant.sale_price === undefined ? '' : variant.price.toFixed(2),
    'Variant Barcode': variant.barcode ?? '',
    'HS Code': variant.hsn ?? '',
    'Variant Image': variantImage?.src ?? '',
  };
}
