import { Command, type CommandUnknownOpts, InvalidArgumentError } from '@commander-js/extra-typings';
import { correctStock } from '#lib/catalog/inventory/correct-stock.server.ts';
import { type LedgerLine, readLedger } from '#lib/catalog/inventory/read-ledger.server.ts';
import { setShelf } from '#lib/catalog/inventory/set-shelf.server.ts';
import { readStock, type StockRow, setStock } from '#lib/catalog/inventory/set-stock.server.ts';
import { readShop, withShop } from '#lib/platform/cli/command.server.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { indianDateTime } from '#lib/primitives/indian-time.ts';
import { boltName, metresText } from '#lib/primitives/metres.ts';

/** Returns the command `stock`. `otherCommands` are subcommands from other modules. */
export function stockCommand(...otherCommands: CommandUnknownOpts[]): CommandUnknownOpts {
  const stock = new Command('stock').description('see and correct the stock');
  stock
    .command('show')
    .description('show the stock of a product or variant')
    .argument('<name>')
    .usage('SLUG|SKU')
    .action((name) => readShop(({ db }) => print(readStock(db, name))));
  addCorrections(stock);
  stock
    .command('ledger')
    .description('list all stock changes: when, how much, why, and by which order or import')
    .argument('<name>')
    .usage('SLUG|SKU|VARIANT')
    .action((name) => readShop(({ db }) => printLedger(db, name)));
  for (const command of otherCommands) stock.addCommand(command);
  return stock;
}

function addCorrections(stock: Command): void {
  stock
    .command('set')
    .description('set the stock after a count: pieces, or the metres of each bolt of cloth')
    .argument('<name>')
    .argument('<amounts...>', '', (text: string, before: number[] = []) => [...before, amountOf(text)])
    .usage('SKU|VARIANT AMOUNT …')
    .action((name, amounts) =>
      withShop(({ db, now }) => print(setStock(db, name, amounts, { why: 'count', at: now() }))),
    );
  stock
    .command('add')
    .description('add or remove stock, with a reason; cloth in metres, for one bolt')
    .argument('<name>')
    .argument('<difference>', '', differenceOf)
    .argument('<reason>')
    .option('--bolt <number>', 'for cloth: the number of the bolt', boltOf)
    .usage('SKU|VARIANT ±N "REASON" [--bolt N]')
    .action((name, difference, reason, { bolt }) =>
      withShop(({ db, now }) => print(correctStock(db, name, { difference, reason, bolt }, now()))),
    );
  stock
    .command('shelf')
    .description('set where a product or variant is stored, for pick lists; "" removes it')
    .argument('<name>')
    .argument('<shelf>')
    .usage('SLUG|SKU|VARIANT SHELF')
    .action((name, shelf) => withShop(({ db, now }) => print(setShelf(db, name, shelf, now()))));
}

async function printLedger(db: ShopDatabase, name: string): Promise<void> {
  for (const row of await readStock(db, name)) {
    console.log(formatStock(row));
    for (const line of await readLedger(db, row.id)) console.log(`  ${formatLedgerLine(line, row)}`);
  }
}

function amountOf(text: string): number {
  if (!/^\d{1,7}(\.\d{1,2})?$/.test(text)) throw new InvalidArgumentError('Enter pieces, or the metres of each bolt.');
  return Number(text);
}

function differenceOf(text: string): number {
  if (!/^[+-]\d{1,7}(\.\d{1,2})?$/.test(text))
    throw new InvalidArgumentError('Enter a number with a sign, such as +5 or -1.');
  return Number(text);
}

function boltOf(text: string): number {
  if (!/^[1-9]\d{0,3}$/.test(text)) throw new InvalidArgumentError('Enter a bolt number from `stock show`.');
  return Number(text);
}

async function print(rows: Promise<StockRow[]>): Promise<void> {
  for (const row of await rows) console.log(formatStock(row));
}

function formatStock({ id, sku, product, name, sell_unit, shelf, quantity, bolts }: StockRow): string {
  const boltTexts = bolts
    .map(({ position, length_cm }) => `${boltName(position)}: ${metresText(length_cm)}`)
    .join(', ');
  const quantityText = sell_unit === 'metre' ? `${metresText(quantity)} (${boltTexts})` : `${quantity}`;
  return `${id}  ${sku ?? '-'}  ${product}${name ? ` ${name}` : ''}: ${quantityText}${shelf === null ? '' : `, shelf ${shelf}`}`;
}

function formatLedgerLine({ at, change, balance, why, number, note }: LedgerLine, { sell_unit }: StockRow): string {
  const quantityText = (value: number) => (sell_unit === 'metre' ? metresText(value) : String(value));
  // Stryker disable next-line EqualityOperator: only a removed variant has a line without a change
  const signedChange = `${change > 0 ? '+' : ''}${quantityText(change)}`;
  const causeText = [why.replaceAll('_', ' '), number, note].filter(Boolean).join(', ');
  return `${indianDateTime(at)}  ${signedChange.padStart(9)} = ${quantityText(balance).padEnd(9)}  ${causeText}`;
}
