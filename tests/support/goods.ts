import type { ProductRecord } from '#lib/catalog/import/record/catalog-record.ts';
import { saveCatalogueBatch } from '#lib/catalog/import/save/save-catalogue.server.ts';
import { showProduct } from '#lib/catalog/products/product-detail.server.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { newId } from '#lib/platform/tokens.server.ts';

/** A kurta whose size L is sold out. */
export const KURTA: ProductRecord = {
  type: 'product',
  slug: 'test-kurta',
  name: 'Test Kurta',
  categories: [],
  sell_unit: 'piece',
  options: ['color', 'size'],
  created_at: '2026-01-01',
  variants: [
    { sku: 'TK-M', values: { color: 'Rust', size: 'M' }, price: 1999, sale_price: 1499.5, quantity: 5, hsn: '6206' },
    { sku: 'TK-L', values: { color: 'Rust', size: 'L' }, price: 1999, quantity: 0, hsn: '6206' },
  ],
};
export const SCARF: ProductRecord = {
  type: 'product',
  slug: 'test-scarf',
  name: 'Test Scarf',
  categories: [],
  sell_unit: 'piece',
  created_at: '2026-01-01',
  variants: [{ sku: 'TS', price: 300, quantity: 50, hsn: '6214' }],
};
export const CLOTH: ProductRecord = {
  type: 'product',
  slug: 'test-cloth',
  name: 'Test Cloth',
  categories: [],
  sell_unit: 'metre',
  unit_step: 0.25,
  min_quantity: 0.5,
  created_at: '2026-01-01',
  variants: [{ sku: 'TC', price: 333.33, quantity: 12.5, bolts: [10, 2.5], hsn: '5208' }],
};

/** Adds a small catalogue for tests of the cart and orders: a kurta in two sizes, a scarf, and cloth by the metre. */
export async function stockGoods(db: ShopDatabase): Promise<void> {
  await saveCatalogueBatch(db, [KURTA, SCARF, CLOTH], new Map());
}

/** Returns the id of a product's variant by its position, as a client would send it. */
export async function variantOf(db: ShopDatabase, slug: string, position = 0): Promise<string> {
  const product = await showProduct(db, slug);
  return String(product?.variants[position]?._id);
}

/** Adds a customer without a session, and returns the customer's id. */
export async function newCustomer(db: ShopDatabase, email: string): Promise<string> {
  const id = newId();
  const blank = { name: '', mobile: '', gender: null, dob: null, image_file: null, created_at: 0, updated_at: 0 };
  await db.write
    .insertInto('customer')
    .values({ id, email, ...blank, wrong_codes: 0 })
    .execute();
  return id;
}
