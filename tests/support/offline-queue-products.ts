import type { ProductRecord } from '#lib/catalog/import/record/catalog-record.ts';
import { saveCatalogueBatch } from '#lib/catalog/import/save/save-catalogue.server.ts';
import { openDatabase, type ShopDatabase } from '#lib/platform/db/db.server.ts';

/** A product with one variant, created for a single test. The test may change the product's price and stock. */
export interface TestProduct {
  id: string;
  slug: string;
  name: string;
  variant: string;
}

/** Runs a function with the database of the shop under test. */
export async function withDatabase<T>(use: (db: ShopDatabase) => Promise<T>): Promise<T> {
  const db = await openDatabase({ dataDir: process.env.E2E_DATA ?? '' });
  try {
    return await use(db);
  } finally {
    await db.close();
  }
}

/** Adds a product to the shop under test, for 300 rupees and with 1,000 pieces in stock. */
export function addProduct(slug: string, name: string): Promise<TestProduct> {
  return withDatabase(async (db) => {
    await saveCatalogueBatch(db, [record(slug, name, { price: 300, quantity: 1_000 })]);
    const row = await db.write
      .selectFrom('variant')
      .innerJoin('product', 'product.id', 'variant.product_id')
      .select(['product.id as product', 'variant.id as variant'])
      .where('slug', '=', slug)
      .executeTakeFirstOrThrow();
    return { id: String(row.product), slug, name, variant: String(row.variant) };
  });
}

export function changeProduct({ slug, name }: TestProduct, to: { price: number; quantity: number }): Promise<unknown> {
  return withDatabase((db) => saveCatalogueBatch(db, [record(slug, name, to)], new Map(), { writesStock: true }));
}

function record(slug: string, name: string, { price, quantity }: { price: number; quantity: number }): ProductRecord {
  return {
    type: 'product',
    slug,
    name,
    categories: [],
    sell_unit: 'piece',
    created_at: '2026-01-01',
    variants: [{ sku: slug.toUpperCase(), price, quantity, hsn: '6214' }],
  };
}

/** Reads a customer's cart (quantities by variant id), wishlist (product ids) and reviews from the database. */
export function customerDataOf(customerId: string): Promise<{
  cart: Record<string, number>;
  wishlist: string[];
  reviews: { product: string; summary: string }[];
}> {
  return withDatabase(async (db) => {
    const lines = await db.write
      .selectFrom('cart_line')
      .innerJoin('cart', 'cart.id', 'cart_line.cart_id')
      .select(['variant_id', 'quantity'])
      .where('customer_id', '=', customerId)
      .execute();
    const wishes = await db.write
      .selectFrom('wishlist_entry')
      .select('product_id')
      .where('customer_id', '=', customerId)
      .execute();
    const reviews = await db.write
      .selectFrom('review')
      .select(['product_id', 'summary'])
      .where('customer_id', '=', customerId)
      .execute();
    return {
      cart: Object.fromEntries(lines.map(({ variant_id, quantity }) => [String(variant_id), quantity])),
      wishlist: wishes.map(({ product_id }) => String(product_id)).sort(),
      reviews: reviews.map(({ product_id, summary }) => ({ product: String(product_id), summary })),
    };
  });
}
