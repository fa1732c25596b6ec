import { hideReview } from '#lib/reviews/write-reviews.server.ts';
import { type Command, type CommandShop, needed, UsageError, withShop } from '#lib/shop/command.server.ts';
import { oneLine, shortTime } from '#lib/shop/terminal-text.ts';

const SHOWN = 50;
const TEXT_SHOWN = 100;

export const reviewsCommand: Command = {
  name: 'reviews',
  usage: [
    ['reviews list [PRODUCT]', `the newest ${SHOWN}, of all products or of one by its slug`],
    ['reviews hide|show ID', 'take a review off the shop, or put it back'],
  ],
  async run([what, word, ...rest]) {
    if (rest.length > 0) throw new UsageError(`"${rest.join(' ')}" is too much`);
    if (what === 'list') await withShop((shop) => list(shop, word));
    else if (what === 'hide' || what === 'show') {
      const id = needed(word, `reviews ${what}`, 'the id of a review');
      const { slug } = await withShop((shop) => hideReview(shop, id, what === 'hide'));
      console.log(`The review of ${slug} is ${what === 'hide' ? 'hidden' : 'shown again'}.`);
    } else throw new UsageError('reviews needs list, hide or show.');
    return 0;
  },
};

async function list({ db }: CommandShop, slug: string | undefined): Promise<void> {
  let query = db.read
    .selectFrom('review')
    .innerJoin('product', 'product.id', 'review.product_id')
    .select(['review.id', 'product.slug', 'review.name', 'rating', 'summary', 'hidden', 'review.created_at'])
    .orderBy('review.created_at', 'desc')
    .limit(SHOWN);
  if (slug) query = query.where('product.slug', '=', slug);
  const rows = await query.execute();
  if (rows.length === 0) console.log(slug ? `No reviews of ${slug}.` : 'No reviews.');
  for (const { id, created_at, rating, slug: product, name, hidden, summary } of rows) {
    const columns = [id, shortTime(created_at), `${rating}/5`, product, oneLine(name), ...(hidden ? ['[hidden]'] : [])];
    console.log(`${columns.join('  ')}\n    ${oneLine(summary).slice(0, TEXT_SHOWN)}`);
  }
}
