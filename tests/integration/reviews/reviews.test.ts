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
const RECORDS: CatalogueRecord[] = [
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
const [CLOTH] = RECORDS as [ProductRecord];
const ASHA = { id: 'asha', name: 'Asha Rao' };
const BALA = { id: 'bala', name: 'Bala' };
const NEWEST = { sort: 'latest', page: 1 } as const;

async function setUpShop(open: () => Promise<ShopDatabase>) {
  const db = await open();
  await saveCatalogueBatch(db, [...DEMO_TAXONOMY, ...RECORDS]);
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
  it('are limited to one per customer and product; a second one replaces the first, and its rating', async () => {
    const { db, shop, product } = await setUpShop(open);
    const invalidationId = await latestInvalidationId(db);
    const firstReview = await createReview(shop, { product, rating: 5, summary: 'Soft' }, ASHA);
    expect(await showProduct(db, SLUG)).toMatchObject({ averageRating: 4, ratingCount: 2 });
    expect((await pollInvalidations(db, invalidationId)).tags).toEqual(new Set([`product:${SLUG}`, 'list']));
    const secondReview = await createReview(shop, { product: SLUG, rating: 1, summary: 'Shrank', fit: 'small' }, ASHA);
    expect(secondReview).toEqual(firstReview);
    expect(await showProduct(db, SLUG)).toMatchObject({ averageRating: 2, ratingCount: 2 });
    expect(await ownReview(db, ASHA.id, product)).toMatchObject({ rating: 1, summary: 'Shrank', fit: 'small' });
    expect(await ownReview(db, BALA.id, product)).toBeUndefined();
  });

  it('are stored once if a request is repeated, without another change to the product', async () => {
    const { db, shop, product } = await setUpShop(open);
    const createAttempt = () => ({ id: 'request-1', isRetry: false, hasCommitted: false });
    const readUpdatedAt = () => db.write.selectFrom('product').select('updated_at').executeTakeFirstOrThrow();
    const review = { product, rating: 5, summary: 'Soft' } as const;
    const createReviewAt = (at: number) =>
      db.context.withAttempt(createAttempt(), () => createReview({ db, now: () => at }, review, ASHA));
    const firstResult = await createReviewAt(shop.now());
    const updatedAtBefore = await readUpdatedAt();
    expect(await createReviewAt(shop.now() + 1_000)).toEqual(firstResult);
    expect(await readUpdatedAt()).toEqual(updatedAtBefore);
  });

  it('are listed with their summary, but without any email address', async () => {
    const { db, shop, product } = await setUpShop(open);
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
    const lowestRated = await productReviews(db, SLUG, { sort: 'lowest', page: 1, perPage: 2 });
    expect(lowestRated?.data.map(({ rating }) => rating)).toEqual([3, 4]);
    expect(lowestRated).toMatchObject({ last_page: 2, hasNextPage: true });
    expect(await productReviews(db, 'never-woven', NEWEST)).toBeUndefined();
    expect((await customerReviews(db, ASHA.id)).map(({ summary }) => summary)).toEqual(['Soft']);
  });

  it('can be deleted only by their author; other customers get "not found"', async () => {
    const { db, shop, product } = await setUpShop(open);
    const { _id } = await createReview(shop, { product, rating: 5, summary: 'Soft' }, ASHA);
    const notFound = { code: 'not_found', message: 'Review not found' };
    await expect(deleteReview(shop, _id, BALA.id)).rejects.toMatchObject(notFound);
    await expect(deleteReview(shop, 'none', BALA.id)).rejects.toMatchObject(notFound);
    expect(await showProduct(db, SLUG)).toMatchObject({ ratingCount: 2 });
    await deleteReview(shop, _id, ASHA.id);
    expect(await showProduct(db, SLUG)).toMatchObject({ averageRating: 3, ratingCount: 1 });
    // A client that did not receive the first response repeats the request.
    expect(await deleteReview(shop, _id, ASHA.id)).toEqual({ _id });
    await expect(deleteReview(shop, _id, BALA.id)).rejects.toMatchObject(notFound);
    expect(await showProduct(db, SLUG)).toMatchObject({ ratingCount: 1 });
  });

  it('that the owner has hidden are not listed or counted, but are shown to their author', async () => {
    const { db, shop, product } = await setUpShop(open);
    const { _id } = await createReview(shop, { product, rating: 1, summary: 'Rude words' }, ASHA);
    await setReviewHidden(shop, _id, true);
    expect(await productReviews(db, SLUG, NEWEST)).toMatchObject({ total: 1, data: [{ summary: 'Slubby' }] });
    await createReview(shop, { product, rating: 1, summary: 'Ruder words' }, ASHA);
    expect(await showProduct(db, SLUG)).toMatchObject({ averageRating: 3, ratingCount: 1 });
    expect(await customerReviews(db, ASHA.id)).toMatchObject([{ summary: 'Ruder words', isHidden: true }]);
    await setReviewHidden(shop, _id, false);
    expect(await showProduct(db, SLUG)).toMatchObject({ averageRating: 2, ratingCount: 2 });
  });

  it('are marked as a verified purchase only if their author bought and received the product', async () => {
    const { db, shop, product } = await setUpShop(open);
    const fixture = orderFixture(db);
    const readVerifiedByAuthor = async () => {
      const list = await productReviews(db, SLUG, { sort: 'highest', page: 1 });
      return Object.fromEntries(list?.data.map(({ customer, verified }) => [customer.name, verified]) ?? []);
    };
    const order = await fixture.place(await fixture.cartOf([SLUG, 2]));
    await db.write.updateTable('orders').set({ customer_id: ASHA.id }).where('id', '=', order.id).execute();
    const createFiveStarReview = (author = ASHA) => createReview(shop, { product, rating: 5, summary: 'Soft' }, author);
    await moveOrder(fixture.shop, order.id, 'shipped');
    await createFiveStarReview();
    expect(await readVerifiedByAuthor(), 'the order is not delivered yet').toMatchObject({ [ASHA.name]: false });
    await moveOrder(fixture.shop, order.id, 'delivered');
    await createFiveStarReview();
    await createFiveStarReview(BALA);
    expect(await readVerifiedByAuthor(), 'another customer’s parcel does not count').toEqual({
      [ASHA.name]: true,
      [BALA.name]: false,
      Meera: false,
    });
    await saveCatalogueBatch(db, [{ ...CLOTH, slug: 'other-cloth', name: 'Other cloth' }]);
    const otherReview = await createReview(shop, { product: 'other-cloth', rating: 5, summary: 'Soft' }, ASHA);
    const ashasReviews = await customerReviews(db, ASHA.id);
    expect(
      ashasReviews.find(({ _id }) => _id === otherReview._id),
      'another product was not in the parcel',
    ).toMatchObject({
      verified: false,
    });
  });

  it('are counted correctly if many customers write them at the same time', async () => {
    const { db, shop, product } = await setUpShop(open);
    const customers = Array.from({ length: 12 }, (_, index) => ({ id: `c${index}`, name: `C ${index}` }));
    await Promise.all(customers.map((author) => createReview(shop, { product, rating: 5, summary: 'Good' }, author)));
    expect(await showProduct(db, SLUG)).toMatchObject({ ratingCount: 13, averageRating: 4.8 });
    for (const missingProduct of [999_999, 'never-woven']) {
      await expect(
        createReview(shop, { product: missingProduct, rating: 5, summary: 'Good' }, ASHA),
      ).rejects.toMatchObject({
        code: 'not_found',
      });
    }
  });
});
