import type { AskedLine } from '#lib/exchanges/exchange.schema.ts';
import { EXCHANGE_MESSAGES as MESSAGES } from '#lib/exchanges/exchange.ts';
import { goodsFor, linesLeft } from '#lib/exchanges/exchange-lines.server.ts';
import { type Goods, type LineLeft, nameOf, refusalFor } from '#lib/exchanges/exchange-options.ts';
import { toCm } from '#lib/fields/metres.ts';
import type { Tx } from '#lib/platform/db/db.server.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';

/**
 * Notes with a request which goods of the order are to be exchanged, and for what. Nothing is held for it yet: the goods
 * leave the stock at the approval. Throws `invalid` for what is not in the order, and `conflict` for what can't be had.
 */
export async function askForLines(tx: Tx, exchangeId: string, orderId: string, asked: AskedLine[]): Promise<void> {
  const lines = await linesLeft(tx, orderId, exchangeId);
  const goods = await goodsFor(tx, lines);
  const rows = asked.map((one) => rowFor(one, lines, goods));
  if (new Set(rows.map(({ position }) => position)).size < rows.length) throw wrong('lines', MESSAGES.lines);
  await tx
    .insertInto('exchange_line')
    .values(rows.map((row) => ({ ...row, exchange_id: exchangeId })))
    .execute();
}

function rowFor({ line: position, quantity, replacement }: AskedLine, lines: LineLeft[], goods: Goods[]) {
  const line = lines.find((one) => one.position === position);
  if (!line || line.left <= 0) throw wrong('lines', MESSAGES.notInOrder);
  const wanted = wantedOf(line, quantity);
  const fresh = replacement === null ? undefined : replacementFor(line, Number(replacement), wanted, goods);
  const { product_id, variant_id, name, variant, sku } = fresh ?? line;
  return {
    position,
    ...{ product_id, variant_id, name, variant, sku },
    sell_unit: line.sell_unit,
    quantity: wanted,
    bolt_position: null,
    taken: 0,
    is_open: fresh ? 0 : 1,
  };
}

/** Pieces or centimetres; a length of fabric stays whole. */
function wantedOf({ sell_unit, left }: LineLeft, quantity: number | undefined): number {
  if (quantity === undefined) return left;
  if (sell_unit === 'metre') {
    if (toCm(quantity) !== left) throw wrong('lines', MESSAGES.metres);
    return left;
  }
  if (!Number.isInteger(quantity) || quantity > left) throw wrong('lines', MESSAGES.notInOrder);
  return quantity;
}

function replacementFor(line: LineLeft, id: number, wanted: number, goods: Goods[]): Goods {
  const fresh = goods.find((one) => one.variant_id === id && one.product_id === line.product_id);
  if (!fresh) throw wrong('instead', `Please choose another size or colour of ${line.name}.`);
  const refusal = refusalFor(line, fresh, goods);
  if (refusal !== undefined) throw wrong('instead', refusal);
  if (fresh.available < wanted) throw wrong('instead', `There is not enough of ${nameOf(fresh)} in stock.`, 'conflict');
  return fresh;
}

function wrong(field: 'lines' | 'instead', words: string, code: 'invalid' | 'conflict' = 'invalid'): ShopError {
  return new ShopError(code, words, { [field]: words });
}
