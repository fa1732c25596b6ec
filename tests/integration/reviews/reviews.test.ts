import { expect, it } from 'vitest';
import type { CatalogueRecord, ProductRecord } from '#lib/catalog/import/record/catalog-record.ts';
import { saveCatalogueBatch } from '#lib/catalog/import/save/save-catalogue.server.ts';
import { showProduct } from '#lib/catalog/products/product-detail.server.ts';
import { customerReviews, ownReview, productReviews } from '#lib/customers/reviews/read-reviews.server.ts';
import { createReview, deleteReview, setReviewHidden } from '#lib/customers/reviews/write-reviews.server.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { latestInvalidationId, pollInvalidations } from '#lib/platform/db/invalidation.server.ts';
import { moveOrder } from '#lib/sales/orders/move-order.server.ts';
import { onBothEngines } from '#support/database.ts';
import { DEMO_TAXONOMY } from '#support/demo-catalogue.ts';
import { orderFixture } from '#support/order-fixture.ts';

const SLUG = 'khadi-cloth';
const GOODS: CatalogueRecord[] = [
  {
    type: 'product',
    slug: SLUG,
    name: 'Khadi cloth',
    categories: ['women-sarees'],
    sell_unit: 'metre',
    created_at: '2026-01-02',
    variants: [{ price: 400, quantity: 12.5, bolts: [10, 2.5] }],
  },
  { type: 'review', product: SLUG, name: 'Meera', rating: 3, summary: 'Slubby', fit: 'true', created_at: '2026-02-01' },
];
const [CLOTH] = GOODS as [ProductRecord];
const ASHA = { id: 'asha', name: 'Asha Rao' };
const BALA = { id: 'bala', name: 'Bala' };
const NEWEST = { sort: 'latest', page: 1 } as const;

async function shopWithGoods(open: () => Promise<ShopDatabase>) {
  const db = await open();
  await saveCatalogueBatch(db, [...DEMO_TAXONOMY, ...GOODS]);
  for (const { id, name } of [ASHA, BALA]) {
    const email = `${id}@secret.example`;
    await db.write
      .insertInto('customer')
      .values({ id, name, email, mobile: '9876543210', created_at: 1, updated_at: 1, wrong_codes: 0 })
      .execute();
  }
  const product = (await showProduct(db, SLUG))?._id ?? 0;
  return { db, product, shop: { db, now: () => 1_790_000_000_000 } };
}

onBothEngines('reviews', (open) => {
  it('are one per customer and product; the second replaces the first, and updates the rating', async () => {
    const { db, shop, product } = await shopWithGoods(open);
    const before = await latestInvalidationId(db);
    const first = await createReview(shop, { product, rating: 5, summary: 'Soft' }, ASHA);
    expect(await showProduct(db, SLUG)).toMatchObject({ averageRating: 4, ratingCount: 2 });
    expect((await pollInvalidations(db, before)).tags).toEqual(new Set([`product:${SLUG}`, 'list']));
    const second = await createReview(shop, { product: SLUG, rating: 1, summary: 'Shrank', fit: 'small' }, ASHA);
    expect(second).toEqual(first);
    expect(await showProduct(db, SLUG)).toMatchObject({ averageRating: 2, ratingCount: 2 });
    expect(await ownReview(db, ASHA.id, product)).toMatchObject({ rating: 1, summary: 'Shrank', fit: 'small' });
    expect(await ownReview(db, BALA.id, product)).toBeUndefined();
  });

  it('are listed with their summary, and without any email address', async () => {
    const { db, shop, product } = await shopWithGoods(open);
    await createReview(shop, { product, rating: 5, summary: 'Soft', fit: 'large' }, ASHA);
    await createReview(shop, { product, rating: 4, summary: 'Even' }, BALA);
    const list = await productReviews(db, SLUG, NEWEST);
    expect(list).toMatchObject({
      total: 3,
      average_rating: 4,
      fit: { small: 0, true: 1, large: 1 },
      histogram: [5, 4, 3, 2, 1].map((rating) => ({ rating, count: rating > 2 ? 1 : 0 })),
    });
    expect(list?.data[2]).toMatchObject({ customer: { _id: null, name: 'Meera' }, product: { _id: String(product) } });
    expect(JSON.stringify(list)).not.toContain('@');
    const worst = await productReviews(db, SLUG, { sort: 'lowest', page: 1, perPage: 2 });
    expect(worst?.data.map(({ rating }) => rating)).toEqual([3, 4]);
    expect(worst).toMatchObject({ last_page: 2, hasNextPage: true });
    expect(await productReviews(db, 'never-woven', NEWEST)).toBeUndefined();
    expect((await customerReviews(db, ASHA.id)).map(({ summary }) => summary)).toEqual(['Soft']);
  });

  it('can be deleted only by their writer; other customers get "not found"', async () => {
    const { db, shop, product } = await shopWithGoods(open);
    const { _id } = await createReview(shop, { product, rating: 5, summary: 'Soft' }, ASHA);
    const missing = { code: 'not_found', message: 'Review not found' };
    await expect(deleteReview(shop, _id, BALA.id)).rejects.toMatchObject(missing);
    await expect(deleteReview(shop, 'none', BALA.id)).rejects.toMatchObject(missing);
    expect(await showProduct(db, SLUG)).toMatchObject({ ratingCount: 2 });
    await deleteReview(shop, _id, ASHA.id);
    expect(await showProduct(db, SLUG)).toMatchObject({ averageRating: 3, ratingCount: 1 });
    // A client that lost the first response repeats the request.
    expect(await deleteReview(shop, _id, ASHA.id)).toEqual({ _id });
    await expect(deleteReview(shop, _id, BALA.id)).rejects.toMatchObject(missing);
    expect(await showProduct(db, SLUG)).toMatchObject({ ratingCount: 1 });
  });

  it('hidden by the owner are not listed or counted, but shown to their writer', async () => {
    const { db, shop, product } = await shopWithGoods(open);
    const { _id } = await createReview(shop, { product, rating: 1, summary: 'Rude words' }, ASHA);
    await setReviewHidden(shop, _id, true);
    expect(await productReviews(db, SLUG, NEWEST)).toMatchObject({ total: 1, data: [{ summary: 'Slubby' }] });
    await createReview(shop, { product, rating: 1, summary: 'Ruder words' }, ASHA);
    expect(await showProduct(db, SLUG)).toMatchObject({ averageRating: 3, ratingCount: 1 });
    expect(await customerReviews(db, ASHA.id)).toMatchObject([{ summary: 'Ruder words', isHidden: true }]);
    await setReviewHidden(shop, _id, false);
    expect(await showProduct(db, SLUG)).toMatchObject({ averageRating: 2, ratingCount: 2 });
  });

  it('are marked as a verified purchase only if their writer bought and received the product', async () => {
    const { db, shop, product } = await shopWithGoods(open);
    const fixture = orderFixture(db);
    const verifiedByWriter = async () => {
      const list = await productReviews(db, SLUG, { sort: 'highest', page: 1 });
      return Object.fromEntries(list?.data.map(({ customer, verified }) => [customer.name, verified]) ?? []);
    };
    const order = await fixture.place(await fixture.cartOf([SLUG, 2]));
    await db.write.updateTable('orders').set({ customer_id: ASHA.id }).where('id', '=', order.id).execute();
    const write = (writer = ASHA) => createReview(shop, { product, rating: 5, summary: 'Soft' }, writer);
    await moveOrder(fixture.shop, order.id, 'shipped');
    await write();
    expect(await verifiedByWriter(), 'the order is not delivered yet').toMatchObject({ [ASHA.name]: false });
    await moveOrder(fixture.shop, order.id, 'delivered');
    await write();
    await write(BALA);
    expect(await verifiedByWriter(), 'another customer’s parcel does not count').toEqual({
      [ASHA.name]: true,
      [BALA.name]: false,
      Meera: false,
    });
    await saveCatalogueBatch(db, [{ ...CLOTH, slug: 'other-cloth', name: 'Other cloth' }]);
    const other = await createReview(shop, { product: 'other-cloth', rating: 5, summary: 'Soft' }, ASHA);
    const mine = await customerReviews(db, ASHA.id);
    expect(
      mine.find(({ _id }) => _id === other._id),
      'another product was not in the parcel',
    ).toMatchObject({
      verified: false,
    });
  });

  it('are counted correctly when many customers write at the same time', async () => {
    const { db, shop, product } = await shopWithGoods(open);
    const customers = Array.from({ length: 12 }, (_, index) => ({ id: `c${index}`, name: `C ${index}` }));
    await Promise.all(customers.map((writer) => createReview(shop, { product, rating: 5, summary: 'Good' }, writer)));
    expect(await showProduct(db, SLUG)).toMatchObject({ ratingCount: 13, averageRating: 4.8 });
    for (const missing of [999_999, 'never-woven']) {
      await expect(createReview(shop, { product: missing, rating: 5, summary: 'Good' }, ASHA)).rejects.toMatchObject({
        code: 'not_found',
      });
    }
  });
});
