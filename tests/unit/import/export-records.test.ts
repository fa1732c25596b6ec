import { describe, expect, test } from 'vitest';
import { shopifyRows } from '#lib/catalog/import/export/shopify-rows.ts';
import { reviewRecord, taxonomyRecord } from '#lib/catalog/import/export/stored-records.ts';
import type { ProductRecord } from '#lib/catalog/import/record/catalog-record.ts';
import type { FacetValueTable } from '#lib/platform/db/query/tables.ts';
import { goodsRegistry } from '#support/goods-rows.ts';

const MINIMAL_PRODUCT: ProductRecord = {
  ...{ type: 'product', slug: 'pin', name: 'Pin', categories: [], sell_unit: 'piece' },
  variants: [{ price: 10.5, quantity: 2.75 }],
};
const EMPTY_PRODUCT = {
  ...{ Title: 'Pin', 'Body (HTML)': '', Vendor: '', Type: '', Tags: '', Published: 'TRUE', 'Option1 Name': 'Title' },
  ...{ 'Option2 Name': '', 'Option3 Name': '', 'SEO Title': '', 'SEO Description': '', Status: 'active' },
};
const EMPTY_VARIANT = {
  ...{ 'Option1 Value': 'Default Title', 'Option2 Value': '', 'Option3 Value': '', 'Variant SKU': '' },
  ...{ 'Variant Grams': '', 'Variant Inventory Qty': 2, 'Variant Price': '10.50', 'Variant Compare At Price': '' },
  ...{ 'Variant Barcode': '', 'HS Code': '', 'Variant Image': '' },
};
const nameOf = (kind: string, slug: string) => `${kind} ${slug}`;

describe('a product in Shopify’s CSV', () => {
  test('has at least one row, and defaults for missing values', () => {
    expect(shopifyRows(MINIMAL_PRODUCT, nameOf)).toEqual([{ Handle: 'pin', ...EMPTY_PRODUCT, ...EMPTY_VARIANT }]);
    expect(shopifyRows({ ...MINIMAL_PRODUCT, variants: [] }, nameOf)).toEqual([{ Handle: 'pin', ...EMPTY_PRODUCT }]);
    expect(shopifyRows({ ...MINIMAL_PRODUCT, status: 'draft' }, nameOf)).toMatchObject([
      { Published: 'FALSE', Status: 'draft' },
    ]);
  });

  test('has all values that the format has columns for, in the rows for its variants and pictures', () => {
    const kurta: ProductRecord = {
      ...{
        ...MINIMAL_PRODUCT,
        slug: 'kurta',
        name: 'Kurta',
        brand: 'fab',
        material: 'cotton',
        categories: ['kurtas', 'women'],
      },
      ...{ collections: ['new'], tags: ['soft', 'red'], long_content: '<p>A</p>', options: ['size', 'Colour', 'fit'] },
      ...{ seo_title: 'T', seo_description: 'D' },
      variants: [
        {
          ...{ sku: 'K', values: { size: 'M', Colour: 'Rust', fit: 'Slim' }, price: 20, sale_price: 15.5, quantity: 3 },
          ...{ weight_g: 250, barcode: '890', hsn: '6109' },
        },
        { values: { size: 'L', Colour: 'Blue' }, price: 20, quantity: 0 },
      ],
      images: [
        { src: 'a.avif', alt: 'A' },
        { src: 'b.avif', alt: 'B', color: 'Rust' },
        { src: 'c.avif', alt: 'C', color: 'Rust' },
      ],
    };
    expect(shopifyRows(kurta, nameOf)).toEqual([
      {
        ...{ Handle: 'kurta', ...EMPTY_PRODUCT, Title: 'Kurta', 'Body (HTML)': '<p>A</p>', Vendor: 'brand fab' },
        ...{ Type: 'category kurtas', 'Option1 Name': 'size', 'Option2 Name': 'Colour', 'Option3 Name': 'fit' },
        Tags: 'category:kurtas, category:women, collection:new, material:cotton, soft, red',
        ...{ 'SEO Title': 'T', 'SEO Description': 'D', 'Option1 Value': 'M', 'Option2 Value': 'Rust' },
        ...{ 'Option3 Value': 'Slim', 'Variant SKU': 'K', 'Variant Grams': 250, 'Variant Inventory Qty': 3 },
        ...{ 'Variant Price': '15.50', 'Variant Compare At Price': '20.00', 'Variant Barcode': '890' },
        ...{ 'HS Code': '6109', 'Variant Image': 'b.avif' },
        ...{ 'Image Src': 'a.avif', 'Image Position': 1, 'Image Alt Text': 'A' },
      },
      {
        ...{ Handle: 'kurta', ...EMPTY_VARIANT, 'Option1 Value': 'L', 'Option2 Value': 'Blue' },
        ...{ 'Variant Inventory Qty': 0, 'Variant Price': '20.00' },
        ...{ 'Image Src': 'b.avif', 'Image Position': 2, 'Image Alt Text': 'B' },
      },
      { Handle: 'kurta', 'Image Src': 'c.avif', 'Image Position': 3, 'Image Alt Text': 'C' },
    ]);
    const productWithoutColor = {
      ...kurta,
      options: ['size'],
      variants: [{ values: { size: 'M' }, price: 1, quantity: 1 }],
    };
    expect(shopifyRows(productWithoutColor, nameOf)[0]).toMatchObject({ 'Variant Image': '', 'Option1 Value': 'M' });
  });
});

describe('exported records', () => {
  const registry = goodsRegistry();
  const image = { image_src: 'a.avif', image_alt: 'A' };
  const row = registry.add({
    kind: 'category',
    slug: 'x',
    name: 'X',
    description: 'D',
    hsn: '6109',
    parent_id: 2,
    ...image,
  });
  const rowWithoutDetails = { ...row, description: null, hsn: null, parent_id: null, image_src: null, image_alt: null };
  const byId = new Map<number, FacetValueTable>([[2, registry.get(2) ?? row]]);
  const names = { slug: 'x', name: 'X' };
  const imageField = { image: { src: 'a.avif', alt: 'A' } };

  test('contain the values of a brand, a category, a material or a collection', () => {
    expect(taxonomyRecord('category', row, byId)).toEqual({
      ...{ type: 'category', ...names, parent: 'women', hsn: '6109', description: 'D', ...imageField },
    });
    expect(taxonomyRecord('category', rowWithoutDetails, byId)).toEqual({ type: 'category', ...names });
    expect(taxonomyRecord('category', { ...row, parent_id: 9 }, byId)).toMatchObject({ parent: undefined });
    expect(taxonomyRecord('brand', row, byId)).toEqual({ type: 'brand', ...names, description: 'D' });
    expect(taxonomyRecord('material', row, byId)).toEqual({ type: 'material', ...names, ...imageField });
    expect(taxonomyRecord('material', { ...row, image_alt: null }, byId)).toMatchObject({ image: { alt: '' } });
    expect(taxonomyRecord('collection', row, byId)).toEqual({
      type: 'collection',
      ...names,
      description: 'D',
      ...imageField,
    });
    expect(taxonomyRecord('collection', rowWithoutDetails, byId)).toEqual({ type: 'collection', ...names });
  });

  test('contain the values of a review', () => {
    const review = {
      ...{
        id: 'r1',
        product_id: 7,
        customer_id: 'c',
        name: 'Asha',
        rating: 4,
        summary: 'Soft',
        fit: null,
        verified: 0,
      },
      ...{ created_at: Date.UTC(2026, 1, 1, 10), updated_at: 5, hidden: 0, slug: 'kurta' },
    };
    const record = { type: 'review', product: 'kurta', name: 'Asha', rating: 4, summary: 'Soft' };
    expect(reviewRecord(review)).toEqual({ ...record, created_at: '2026-02-01T10:00:00.000Z' });
    expect(reviewRecord({ ...review, fit: 'small', verified: 1, created_at: Date.UTC(2026, 1, 1) })).toEqual({
      ...{ ...record, fit: 'small', verified: true, created_at: '2026-02-01' },
    });
  });
});
