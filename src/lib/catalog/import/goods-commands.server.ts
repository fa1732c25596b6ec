import { Command, type CommandUnknownOpts, InvalidArgumentError } from '@commander-js/extra-typings';
import { saveCatalogueBatch } from '#lib/catalog/import/save/save-catalogue.server.ts';
import { untaxedGoods, untaxedLine } from '#lib/catalog/import/untaxed-goods.server.ts';
import { HSN_MESSAGE, isHsn, plainHsn } from '#lib/catalog/products/goods-hsn.ts';
import { readShop, withShop } from '#lib/platform/cli/command.server.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';
import { didYouMean } from '#lib/primitives/edit-distance.ts';
import { taxRates } from '#lib/shop/money/tax-rates.server.ts';

export function goodsCommand(): CommandUnknownOpts {
  const goods = new Command('goods').description('find products with missing tax codes');
  goods
    .command('without-hsn')
    .description('list products without an HSN code that has a known GST rate; a live shop does not sell them')
    .action(() =>
      readShop(async ({ db, now }) => {
        const untaxedVariants = await untaxedGoods(db, now());
        if (untaxedVariants.length === 0)
          console.log(
            taxRates(db).length === 0
              ? 'The shop charges no GST, so goods need no HSN.'
              : 'All goods have an HSN with a known GST rate.',
          );
        for (const variant of untaxedVariants) console.log(untaxedLine(variant));
      }),
    );
  return goods;
}

export function categoriesCommand(): CommandUnknownOpts {
  const categories = new Command('categories').description('list categories and set their HSN codes');
  categories
    .command('list')
    .description('list categories with their HSN code and number of products for sale')
    .action(() =>
      readShop(async ({ db }) => {
        const query = db.read.selectFrom('facet_value').selectAll().where('kind', '=', 'category').orderBy('slug');
        for (const { slug, name, hsn, product_count } of await query.execute()) {
          console.log(`${slug}  ${name}  ${hsn ?? 'no HSN'}  ${product_count}`);
        }
      }),
    );
  categories
    .command('hsn')
    .description(
      'set the HSN code of a category, for products in it and its subcategories that have no code of their own',
    )
    .argument('<slug>')
    .argument('<code>', '', parseHsn)
    .usage('SLUG CODE|none')
    .action((slug, hsn) =>
      withShop(async ({ db, now, settings }) => {
        const event = { action: 'set HSN', record: { kind: 'category', id: slug }, after: { hsn } };
        const options = { now: now(), requiresHsn: settings.mode === 'live', event };
        const result = await saveCatalogueBatch(db, [{ type: 'category', slug, hsn }], new Map(), options);
        if (result.problems.length > 0) {
          const query = db.read.selectFrom('facet_value').select('slug').where('kind', '=', 'category');
          const slugs = (await query.execute()).map((category) => category.slug);
          throw new ShopError('not_found', `There is no category ${slug}.${didYouMean(slug, slugs)}`);
        }
        console.log(hsn === null ? `${slug} has no HSN.` : `${slug} has the HSN ${hsn}.`);
      }),
    );
  return categories;
}

function parseHsn(input: string): string | null {
  const code = plainHsn(input);
  if (code === 'none') return null;
  if (!isHsn(code)) throw new InvalidArgumentError(`It ${HSN_MESSAGE}, or none.`);
  return code;
}
