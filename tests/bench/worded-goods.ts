import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { seededRandom } from '#lib/primitives/seeded-random.ts';
import { importDemoCatalogue } from '#support/demo-catalogue.ts';

const ROWS_AT_ONCE = 400;
const FIRST_ID = 10_000;
const SYLLABLE_ONSETS = 'k kh g gh ch j t d n p b bh m y r l v s sh h kr pr tr ng nd mb'.split(' ');
const VOWELS = 'a a a i u e o aa ee'.split(' ');
const FINAL_CONSONANTS = 'n r l m t'.split(' ');

/**
 * Adds copies of the demo's products with two made-up words in each name. A few of these words are common, and most are
 * rare. A tenth of the products match the judged queries, and a mistyped word may resemble any made-up word.
 */
export async function fillWithWords(db: ShopDatabase, size: number, wordCount: number): Promise<void> {
  await importDemoCatalogue(db);
  const random = seededRandom(1).next;
  const vocabulary = [...madeUpWords(wordCount, random)];
  const randomWord = () => vocabulary[Math.floor(random() ** 3 * vocabulary.length)];
  const products = await db.read
    .selectFrom('product')
    .selectAll()
    .where('status', '=', 'active')
    .orderBy('id')
    .execute();
  const listings = await db.read.selectFrom('product_listing').selectAll().execute();
  const listingsByProduct = new Map(listings.map((listing) => [listing.product_id, listing]));
  for (let count = products.length; count < size; ) {
    const copies = Array.from({ length: Math.min(ROWS_AT_ONCE, size - count) }, () => {
      const product = products[Math.floor(random() * products.length)]!;
      const id = FIRST_ID + count++;
      const sold = Math.floor(random() ** 4 * 5_000);
      const min_paise = Math.floor(30_000 + random() ** 2 * 1_400_000);
      return {
        product: { ...product, id, slug: `copy-${id}`, name: `${randomWord()} ${product.name} ${randomWord()}`, sold },
        listing: { ...listingsByProduct.get(product.id)!, product_id: id, sold, min_paise },
      };
    });
    await db.bulk
      .insertInto('product')
      .values(copies.map(({ product }) => product))
      .execute();
    await db.bulk
      .insertInto('product_listing')
      .values(copies.map(({ listing }) => listing))
      .execute();
  }
}

function madeUpWords(count: number, random: () => number): Set<string> {
  const pick = (from: string[]) => from[Math.floor(random() * from.length)]!;
  const words = new Set<string>();
  while (words.size < count) {
    const syllables = Array.from({ length: 2 + Math.floor(random() * 3) }, () => pick(SYLLABLE_ONSETS) + pick(VOWELS));
    words.add(syllables.join('') + (random() < 0.4 ? pick(FINAL_CONSONANTS) : ''));
  }
  return words;
}
