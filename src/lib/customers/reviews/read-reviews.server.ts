import type { SelectQueryBuilder } from 'kysely';
import { paginationData } from '#lib/catalog/listing/pagination.ts';
import { VALUED_CUSTOMER } from '#lib/customers/auth/sessions/customer.ts';
import {
  FITS,
  RATINGS,
  REVIEWS_PER_PAGE,
  type ReviewJson,
  type ReviewSort,
  type ReviewSummary,
} from '#lib/customers/reviews/reviews.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import type { ReviewTable, Tables } from '#lib/platform/db/query/tables.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';

/** Returns a page of a product's visible reviews with their summary, or undefined if the product is not for sale. */
export async function productReviews(
  { read }: Pick<ShopDatabase, 'read'>,
  slug: string,
  { sort, page, perPage = REVIEWS_PER_PAGE }: { sort: ReviewSort; page: number; perPage?: number },
) {
  const product = await read
    .selectFrom('product')
    .select(['id', 'slug', 'name', 'rating_sum', 'rating_count'])
    .where('slug', '=', slug)
    .where('status', '=', 'active')
    .executeTakeFirst();
  if (!product) return undefined;
  const summary = await reviewSummary(read, product);
  const pagination = paginationData(product.rating_count, perPage, page);
  const rows = await sortReviews(reviewQuery(read).where('review.product_id', '=', product.id), sort)
    .where('review.hidden', '=', 0)
    .limit(perPage)
    .offset((page - 1) * perPage)
    .execute();
  return { data: rows.map(reviewJson), ...pagination, ...summary };
}

/** Returns the newest reviews of a product that are not hidden, up to `MAX_NEWEST_REVIEWS`. */
export async function newestReviews({ read }: Pick<ShopDatabase, 'read'>, productId: number): Promise<ReviewJson[]> {
  const rows = await sortReviews(reviewQuery(read).where('review.product_id', '=', productId), 'latest')
    .where('review.hidden', '=', 0)
    .limit(MAX_NEWEST_REVIEWS)
    .execute();
  return rows.map(reviewJson);
}

const MAX_NEWEST_REVIEWS = 2;

/** Returns a customer's reviews, including hidden reviews, because they are the customer's own. */
export async function customerReviews({ write }: Pick<ShopDatabase, 'write'>, customerId: string) {
  const rows = await sortReviews(reviewQuery(write).where('review.customer_id', '=', customerId), 'latest').execute();
  return rows.map((row) => ({ ...reviewJson(row), isHidden: row.hidden === 1 }));
}

/** Returns the customer's review of a product, even if it is hidden; undefined if there is none. */
export async function ownReview({ write }: Pick<ShopDatabase, 'write'>, customerId: string, productId: number) {
  const row = await reviewQuery(write)
    .where('review.customer_id', '=', customerId)
    .where('review.product_id', '=', productId)
    .executeTakeFirst();
  return row && reviewJson(row);
}

/**
 * Returns a review for staff, even if it is hidden, with the customer's email address. Throws a ShopError `not_found`
 * for an unknown id.
 */
export async function reviewForAdmin(
  { write }: Pick<ShopDatabase, 'write'>,
  id: string,
): Promise<ReviewRow & { email: string | null }> {
  const review = await reviewQuery(write).select('customer.email').where('review.id', '=', id).executeTakeFirst();
  if (!review) throw new ShopError('not_found', 'There is no such review.');
  return review;
}

type ReviewRow = ReviewTable & { product_slug: string; product_name: string; customer_name: string | null };

function reviewQuery(db: ShopDatabase['read']) {
  return db
    .selectFrom('review')
    .innerJoin('product', 'product.id', 'review.product_id')
    .leftJoin('customer', 'customer.id', 'review.customer_id')
    .selectAll('review')
    .select(['product.slug as product_slug', 'product.name as product_name', 'customer.name as customer_name']);
}

function sortReviews<O>(query: SelectQueryBuilder<Tables, 'review', O>, sort: ReviewSort) {
  if (sort === 'latest') return query.orderBy('review.created_at', 'desc').orderBy('review.id');
  return query
    .orderBy('review.rating', sort === 'highest' ? 'desc' : 'asc')
    .orderBy('review.created_at', 'desc')
    .orderBy('review.id');
}

/** Converts a row to JSON, without a profile image, because these images are shown only to their owners. */
function reviewJson(row: ReviewRow): ReviewJson {
  return {
    _id: row.id,
    customer: {
      _id: row.customer_id,
      name: (row.customer_name ?? row.name).trim() || VALUED_CUSTOMER,
      featured_image: null,
    },
    product: { _id: String(row.product_id), name: row.product_name, slug: row.product_slug },
    rating: row.rating,
    summary: row.summary,
    fit: row.fit,
    verified: row.verified === 1,
    created_at: new Date(row.created_at).toISOString(),
    updated_at: row.updated_at === null ? null : new Date(row.updated_at).toISOString(),
  };
}

async function reviewSummary(
  read: ShopDatabase['read'],
  product: { id: number; rating_sum: number; rating_count: number },
): Promise<ReviewSummary> {
  const counts = await read
    .selectFrom('review')
    .select((eb) => ['rating', 'fit', eb.fn.countAll().as('count')])
    .where('product_id', '=', product.id)
    .where('hidden', '=', 0)
    .groupBy(['rating', 'fit'])
    .execute();
  const countWhere = (matches: (row: (typeof counts)[number]) => boolean) =>
    counts.filter(matches).reduce((sum, { count }) => sum + Number(count), 0);
  const { rating_sum, rating_count } = product;
  return {
    average_rating: rating_count === 0 ? 0 : Math.round((rating_sum / rating_count) * 10) / 10,
    rating_count,
    histogram: RATINGS.map((rating) => ({ rating, count: countWhere((row) => row.rating === rating) })),
    fit: Object.fromEntries(FITS.map((fit) => [fit, countWhere((row) => row.fit === fit)])) as ReviewSummary['fit'],
  };
}
