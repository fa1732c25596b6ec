import { Command, type CommandUnknownOpts } from '@commander-js/extra-typings';
import { setReviewHidden } from '#lib/customers/reviews/write-reviews.server.ts';
import { type CommandShop, readShop, withShop } from '#lib/platform/cli/command.server.ts';
import { oneLine } from '#lib/platform/cli/terminal-text.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';
import { didYouMean } from '#lib/primitives/edit-distance.ts';
import { indianDateTime } from '#lib/primitives/indian-time.ts';

const MAX_REVIEWS = 50;
const MAX_TEXT_CHARACTERS = 100;

export function reviewsCommand(): CommandUnknownOpts {
  const reviews = new Command('reviews').description('list and hide reviews');
  reviews
    .command('list')
    .description(`list the newest ${MAX_REVIEWS} reviews of all products, or of the product with this slug`)
    .argument('[product]')
    .usage('[PRODUCT]')
    .action((product) => readShop((shop) => list(shop, product)));
  reviews
    .command('hide')
    .description('hide a review')
    .argument('<id>')
    .usage('ID')
    .action(async (id) => {
      const { slug } = await withShop((shop) => setReviewHidden(shop, id, true));
      console.log(`The review of ${slug} is hidden.`);
    });
  reviews
    .command('show')
    .description('show a hidden review again')
    .argument('<id>')
    .usage('ID')
    .action(async (id) => {
      const { slug } = await withShop((shop) => setReviewHidden(shop, id, false));
      console.log(`The review of ${slug} is shown again.`);
    });
  return reviews;
}

async function list({ db }: CommandShop, slug: string | undefined): Promise<void> {
  if (slug) await assertProductExists(db, slug);
  let query = db.read
    .selectFrom('review')
    .innerJoin('product', 'product.id', 'review.product_id')
    .select(['review.id', 'product.slug', 'review.name', 'rating', 'summary', 'hidden', 'review.created_at'])
    .orderBy('review.created_at', 'desc')
    .limit(MAX_REVIEWS);
  if (slug) query = query.where('product.slug', '=', slug);
  const rows = await query.execute();
  if (rows.length === 0) console.log(slug ? `No reviews of ${slug}.` : 'No reviews.');
  for (const { id, created_at, rating, slug: product, name, hidden, summary } of rows) {
    const columns = [
      id,
      indianDateTime(created_at),
      `${rating}/5`,
      product,
      oneLine(name),
      ...(hidden ? ['[hidden]'] : []),
    ];
    console.log(`${columns.join('  ')}\n    ${oneLine(summary).slice(0, MAX_TEXT_CHARACTERS)}`);
  }
}

async function assertProductExists(db: CommandShop['db'], slug: string): Promise<void> {
  const slugs = (await db.read.selectFrom('product').select('slug').execute()).map((product) => product.slug);
  if (!slugs.includes(slug)) throw new ShopError('not_found', `There is no product ${slug}.${didYouMean(slug, slugs)}`);
}
