import { z } from 'zod/mini';
import { searchText } from '#lib/primitives/list-query.schema.ts';
import { text } from '#lib/primitives/text.schema.ts';

const SLUG_MAX_CHARACTERS = 120;

/** The sort value and id of the first or last product on a page, separated by a dot. */
const cursor = z.catch(z.optional(text().check(z.regex(/^[\w-]{1,900}\.\d{1,15}$/))), undefined);

/** The query of a list of products. Invalid filters are ignored, so that an old link still shows products. */
export const PRODUCT_QUERY = z.object({
  search: searchText,
  /** `held_back`: set to active by the owner, but not for sale until the tax is known. */
  status: z.catch(z.enum(['all', 'active', 'draft', 'held_back']), 'all'),
  /**
   * `picture`: without a picture. `hsn`: without an HSN code. `low_stock`: ordered within the last 30 days, and low or
   * out of stock. `sold_out`: active, without stock, and not for pre-order. `unsold`: active, added more than 90 days
   * ago, and not ordered in the last 90 days.
   */
  needs: z.catch(z.optional(z.enum(['picture', 'hsn', 'low_stock', 'sold_out', 'unsold'])), undefined),
  /** The slug of a category. Products in its subcategories also match. */
  category: z.catch(z.optional(text().check(z.trim(), z.minLength(1), z.maxLength(SLUG_MAX_CHARACTERS))), undefined),
  sort: z.catch(
    z.enum(['newest', 'oldest', 'name', 'name_desc', 'cheapest', 'dearest', 'least_stock', 'most_stock']),
    'newest',
  ),
  /** The cursor of the last product of the previous page. */
  after: cursor,
  /** The cursor of the first product of the next page. */
  before: cursor,
});

export type ProductQuery = z.infer<typeof PRODUCT_QUERY>;
