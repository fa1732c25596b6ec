import { Command, type CommandUnknownOpts, InvalidArgumentError } from '@commander-js/extra-typings';
import { correctStock } from '#lib/catalog/inventory/correct-stock.server.ts';
import { type LedgerLine, readLedger } from '#lib/catalog/inventory/read-ledger.server.ts';
import { setShelf } from '#lib/catalog/inventory/set-shelf.server.ts';
import { type StockRow, setStock, stockRows } from '#lib/catalog/inventory/set-stock.server.ts';
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
    .action((identifier) => readShop(({ db }) => printStock(stockRows(db.write, identifier))));
  addChangeCommands(stock);
  stock
    .command('ledger')
    .description('list all stock changes: when, how much, why, and by which order or import')
    .argument('<name>')
    .usage('SLUG|SKU|VARIANT')
    .action((identifier) => readShop(({ db }) => printLedger(db, identifier)));
  for (const command of otherCommands) stock.addCommand(command);
  return stock;
}

function addChangeCommands(stock: Command): void {
  stock
    .command('set')
    .description('set the stock after a count: pieces, or the metres of each bolt of cloth')
    .argument('<name>')
    .argument('<amounts...>', '', (text: string, previousAmounts: number[] = []) => [
      ...previousAmounts,
      parseAmount(text),
    ])
    .usage('SKU|VARIANT AMOUNT …')
    .action((identifier, amounts) =>
      withShop(({ db, now }) => printStock(setStock(db, identifier, amounts, { why: 'count', at: now() }))),
    );
  stock
    .command('add')
    .description('add or remove stock, with a reason; cloth in metres, for one bolt')
    .argument('<name>')
    .argument('<difference>', '', parseDifference)
    .argument('<reason>')
    .option('--bolt <number>', 'for cloth: the number of the bolt', parseBoltNumber)
    .usage('SKU|VARIANT ±N "REASON" [--bolt N]')
    .action((identifier, difference, reason, { bolt }) =>
      withShop(({ db, now }) =>
        printStock(correctStock(db, identifier, { difference, reason, boltNumber: bolt }, now())),
      ),
    );
  stock
    .command('shelf')
    .description('set where a product or variant is stored, for pick lists; "" removes the shelf')
    .argument('<name>')
    .argument('<shelf>')
    .usage('SLUG|SKU|VARIANT SHELF')
    .action((identifier, shelf) => withShop(({ db, now }) => printStock(setShelf(db, identifier, shelf, now()))));
}

async function printLedger(db: ShopDatabase, identifier: string): Promise<void> {
  for (const row of await stockRows(db.write, identifier)) {
    console.log(formatStock(row));
    for (const line of await readLedger(db, row.id)) console.log(`  ${formatLedgerLine(line, row)}`);
  }
}

function parseAmount(text: string): number {
  if (!/^\d{1,7}(\.\d{1,2})?$/.test(text))
    throw new InvalidArgumentError('Enter a number of pieces, or the length of each bolt in metres.');
  return Number(text);
}

function parseDifference(text: string): number {
  if (!/^[+-]\d{1,7}(\.\d{1,2})?$/.test(text))
    throw new InvalidArgumentError('Enter a number with a sign, such as +5 or -1.');
  return Number(text);
}

function parseBoltNumber(text: string): number {
  if (!/^[1-9]\d{0,3}$/.test(text)) throw new InvalidArgumentError('Enter a bolt number from `stock show`.');
  return Number(text);
}

async function printStock(rows: Promise<StockRow[]>): Promise<void> {
  for (const row of await rows) console.log(formatStock(row));
}

function formatStock({ id, sku, product, name, sell_unit, shelf, quantity, bolts }: StockRow): string {
  const boltTexts = bolts
    .map(({ position, length_cm }) => `${boltName(position)}: ${metresText(length_cm)}`)
    .join(', ');
  const quantityText = sell_unit === 'metre' ? `${metresText(quantity)} (${boltTexts})` : `${quantity}`;
  return `${id}  ${sku ?? '-'}  ${product}${name ? ` ${name}` : ''}: ${quantityText}${shelf === null ? '' : `, shelf ${shelf}`}`;
}

function formatLedgerLine(
  { at, change, balance, why, orderNumber, note }: LedgerLine,
  { sell_unit }: StockRow,
): string {
  const quantityText = (value: number) => (sell_unit === 'metre' ? metresText(value) : String(value));
  // Stryker disable next-line EqualityOperator: only a removed variant has a line without a change
  const signedChange = `${change > 0 ? '+' : ''}${quantityText(change)}`;
  const causeText = [why.replaceAll('_', ' '), orderNumber, note].filter(Boolean).join(', ');
  return `${indianDateTime(at)}  ${signedChange.padStart(9)} = ${quantityText(balance).padEnd(9)}  ${causeText}`;
}
