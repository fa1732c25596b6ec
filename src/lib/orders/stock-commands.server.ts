import { Command, type CommandUnknownOpts, InvalidArgumentError } from '@commander-js/extra-typings';
import { readStock, type StockRow, setStock } from '#lib/catalog/set-stock.server.ts';
import { withShop } from '#lib/shop/command.server.ts';

/** `stock show|set`: what is there of a variant, and after a count what there really is. */
export function stockCommand(): CommandUnknownOpts {
  const stock = new Command('stock');
  stock
    .command('show')
    .description('what is in stock of a product or of one variant')
    .argument('<name>')
    .usage('SLUG|SKU')
    .action((name) => withShop(({ db }) => print(readStock(db, name))));
  stock
    .command('set')
    .description('pieces, or for cloth the metres of each bolt')
    .argument('<name>')
    .argument('<amounts...>', '', (typed: string, before: number[] = []) => [...before, amountOf(typed)])
    .usage('SKU|VARIANT AMOUNT …')
    .action((name, amounts) =>
      withShop(({ db, now }) => print(setStock(db, name, amounts, { why: 'count', at: now() }))),
    );
  return stock;
}

function amountOf(typed: string): number {
  if (!/^\d{1,7}(\.\d+)?$/.test(typed)) throw new InvalidArgumentError('It needs pieces, or metres a bolt.');
  return Number(typed);
}

async function print(asked: Promise<StockRow[]>): Promise<void> {
  for (const { id, sku, product, name, sell_unit, quantity, bolts } of await asked) {
    const cuts = bolts.map((cm) => `${cm / 100} m`).join(' + ');
    const amount = sell_unit === 'metre' ? `${quantity / 100} m (${cuts})` : `${quantity}`;
    console.log(`${id}  ${sku ?? '-'}  ${product}${name ? ` ${name}` : ''}: ${amount}`);
  }
}
