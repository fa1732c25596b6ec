import { readStock, type StockRow, setStock } from '#lib/catalog/set-stock.server.ts';
import { type Command, needed, UsageError, withShop } from '#lib/shop/command.server.ts';

/** `stock show|set`: what is there of a variant, and after a count what there really is. */
export const stockCommand: Command = {
  name: 'stock',
  usage: [
    ['stock show SLUG|SKU', 'what is in stock of a product or of one variant'],
    ['stock set SKU|VARIANT AMOUNT …', 'pieces, or for cloth the metres of each bolt'],
  ],
  run([verb, name, ...amounts]) {
    if (verb !== 'show' && verb !== 'set') throw new UsageError('stock needs show or set.');
    const what = needed(name, `stock ${verb}`, 'a product or a variant');
    if (verb === 'show') return withShop(({ db }) => print(readStock(db, what)));
    const numbers = amounts.map(Number);
    if (numbers.length === 0 || numbers.some((amount) => !(amount >= 0 && amount < 1e7))) {
      throw new UsageError('stock set needs amounts: pieces, or metres a bolt.');
    }
    return withShop(({ db }) => print(setStock(db, what, numbers)));
  },
};

async function print(asked: Promise<StockRow[]>): Promise<number> {
  for (const { id, sku, product, name, sell_unit, quantity, bolts } of await asked) {
    const cuts = bolts.map((cm) => `${cm / 100} m`).join(' + ');
    const amount = sell_unit === 'metre' ? `${quantity / 100} m (${cuts})` : `${quantity}`;
    console.log(`${id}  ${sku ?? '-'}  ${product}${name ? ` ${name}` : ''}: ${amount}`);
  }
  return 0;
}
