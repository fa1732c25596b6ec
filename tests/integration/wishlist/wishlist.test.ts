import { expect, test } from 'vitest';
import { saveCatalogueBatch } from '#lib/catalog/import/save/save-catalogue.server.ts';
import {
  addToWishlist,
  listWishlistProducts,
  productIdOfEntry,
  readWishlist,
  removeFromWishlist,
} from '#lib/customers/wishlist/wishlist.server.ts';
import { MAX_ENTRIES, WISHLIST_MESSAGES } from '#lib/customers/wishlist/wishlist.ts';
import { wishlistEntryJson } from '#lib/customers/wishlist/wishlist-json.ts';
import { onBothEngines } from '#support/database.ts';
import { newCustomer, SCARF, stockGoods } from '#support/goods.ts';

onBothEngines('a wishlist', (open) => {
  test('contains each product only once, newest first, with the fields of its card', async () => {
    const db = await open();
    await stockGoods(db);
    let time = 1_000;
    const shop = { db, now: () => time++ };
    const asha = await newCustomer(db, 'a@example.in');
    const firstEntry = await addToWishlist(shop, asha, 'test-scarf');
    await addToWishlist(shop, asha, 'test-kurta');
    expect(await addToWishlist(shop, asha, firstEntry.product)).toEqual(firstEntry);
    const entries = await readWishlist(shop, asha);
    expect(entries.map(({ product }) => product.slug)).toEqual(['test-kurta', 'test-scarf']);
    const [kurta] = entries.map(wishlistEntryJson);
    expect(kurta?.product).toMatchObject({
      name: 'Test Kurta',
      price: 1999,
      sale_price: 1499.5,
      in_stock: true,
      rating: 0,
      review_count: 0,
    });
    expect(kurta?.product.variant_ids).toHaveLength(2);
    expect(await listWishlistProducts(shop, asha)).toContainEqual(firstEntry);
    await Promise.all([1, 2, 3].map(() => addToWishlist(shop, asha, 'test-cloth')));
    expect(await readWishlist(shop, asha)).toHaveLength(3);
  });

  test('can be changed only by its owner, who removes an entry by the entry’s id', async () => {
    const db = await open();
    await stockGoods(db);
    const shop = { db, now: () => 1_000 };
    const asha = await newCustomer(db, 'a@example.in');
    const otherCustomer = await newCustomer(db, 'b@example.in');
    const entry = await addToWishlist(shop, asha, 'test-scarf');
    await expect(removeFromWishlist(shop, otherCustomer, entry._id)).rejects.toMatchObject({ code: 'not_found' });
    await expect(productIdOfEntry(shop, otherCustomer, entry._id)).rejects.toMatchObject({ code: 'not_found' });
    await expect(removeFromWishlist(shop, asha, entry.product)).rejects.toMatchObject({ code: 'not_found' });
    expect(await readWishlist(shop, otherCustomer)).toEqual([]);
    expect(await readWishlist(shop, asha)).toHaveLength(1);
    await removeFromWishlist(shop, asha, entry._id);
    // A client that did not receive the first response repeats the request.
    expect(await removeFromWishlist(shop, asha, entry._id)).toEqual({ _id: entry._id });
    await expect(removeFromWishlist(shop, otherCustomer, entry._id)).rejects.toMatchObject({
      message: WISHLIST_MESSAGES.removeFailed,
    });
    expect(await readWishlist(shop, asha)).toEqual([]);
  });

  test('that is full rejects a new product, but accepts one that it already contains', async () => {
    const db = await open();
    await stockGoods(db);
    const shop = { db, now: () => 1_000 };
    const asha = await newCustomer(db, 'a@example.in');
    const slugs = Array.from({ length: MAX_ENTRIES }, (_, index) => `scarf-${index}`);
    await saveCatalogueBatch(
      db,
      slugs.map((slug) => ({ ...SCARF, slug, variants: [{ ...SCARF.variants[0]!, sku: slug }] })),
      new Map(),
    );
    const products = await db.write.selectFrom('product').select('id').where('slug', 'in', slugs).execute();
    await db.write
      .insertInto('wishlist_entry')
      .values(products.map(({ id }) => ({ id: `entry-${id}`, customer_id: asha, product_id: id, created_at: 1 })))
      .execute();
    await expect(addToWishlist(shop, asha, 'test-scarf')).rejects.toMatchObject({
      code: 'conflict',
      message: WISHLIST_MESSAGES.addFailed,
    });
    expect(await addToWishlist(shop, asha, 'scarf-0')).toMatchObject({ _id: expect.stringMatching(/^entry-/) });
  });

  test('rejects unknown and unpublished products, and omits those that are unpublished later', async () => {
    const db = await open();
    await stockGoods(db);
    const shop = { db, now: () => 1_000 };
    const asha = await newCustomer(db, 'a@example.in');
    for (const unknownProduct of ['__proto__', '999999', 'nothing']) {
      await expect(addToWishlist(shop, asha, unknownProduct)).rejects.toMatchObject({ code: 'not_found' });
    }
    await addToWishlist(shop, asha, 'test-scarf');
    await saveCatalogueBatch(db, [{ ...SCARF, status: 'draft' }], new Map());
    expect(await readWishlist(shop, asha)).toEqual([]);
    await expect(addToWishlist(shop, asha, 'test-scarf')).rejects.toMatchObject({ code: 'not_found' });
  });
});
