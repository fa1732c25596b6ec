import type { Tx } from '#lib/platform/db/db.server.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';
import { toCm } from '#lib/primitives/metres.ts';
import type { RequestedLine } from '#lib/sales/exchanges/exchange.schema.ts';
import { type ExchangeableLine, EXCHANGE_MESSAGES as MESSAGES } from '#lib/sales/exchanges/exchange.ts';
import {
  type RemainingLine,
  type ReplacementVariant,
  replacementOptions,
  replacementRefusal,
} from '#lib/sales/exchanges/exchange-options.ts';
import { goodsName } from '#lib/sales/orders/record/goods-name.ts';
import { creditsOf } from '#lib/sales/orders/record/read-credits.server.ts';

type Db = Pick<Tx, 'selectFrom'>;

/**
 * Reads the order's lines with the quantities that are neither credited nor in an exchange. Leaves out lines of which
 * nothing remains. Ignores exchanges that were declined or have expired, and the exchange with the id `exceptId`.
 */
export async function remainingLines(db: Db, orderId: string, exceptId?: string): Promise<RemainingLine[]> {
  const lines = await db
    .selectFrom('order_line')
    .select(['position', 'product_id', 'variant_id', 'name', 'variant', 'sku', 'sell_unit', 'quantity', 'price_paise'])
    .where('order_id', '=', orderId)
    .orderBy('position')
    .execute();
  const exchangedLines = await db
    .selectFrom('exchange_line')
    .innerJoin('exchange', 'exchange.id', 'exchange_line.exchange_id')
    .select(['position', 'quantity'])
    .where('order_id', '=', orderId)
    .where('state', 'not in', ['declined', 'expired'])
    .where('exchange.id', '<>', exceptId ?? '')
    .execute();
  const creditedLines = (await creditsOf(db, orderId)).flatMap((credit) => credit.lines);
  const remaining = lines.map((line) => {
    const exchangedOrCreditedLines = [...exchangedLines, ...creditedLines].filter(
      ({ position }) => position === line.position,
    );
    return {
      ...line,
      remainingQuantity: line.quantity - exchangedOrCreditedLines.reduce((sum, { quantity }) => sum + quantity, 0),
    };
  });
  return remaining.filter(({ remainingQuantity }) => remainingQuantity > 0);
}

/** Reads the variants of the ordered products and the variants with the SKUs, with their current prices and stock. */
export async function readReplacementVariants(
  db: Db,
  lines: readonly { product_id: number }[],
  skus: readonly string[] = [],
): Promise<ReplacementVariant[]> {
  const productIds = lines.map(({ product_id }) => product_id);
  if (productIds.length === 0) return [];
  const rows = await db
    .selectFrom('variant')
    .innerJoin('product', 'product.id', 'variant.product_id')
    .select(['variant.id as variant_id', 'product_id', 'product.name', 'variant.name as variant', 'sku', 'sell_unit'])
    .select(['variant.price_paise', 'variant.sale_price_paise', 'quantity', 'status'])
    .select((eb) =>
      eb
        .selectFrom('bolt')
        .select(({ fn }) => fn.max('length_cm').as('longest'))
        .whereRef('bolt.variant_id', '=', 'variant.id')
        .as('longest_cm'),
    )
    .where((eb) =>
      eb.or([eb('product_id', 'in', productIds), ...(skus.length > 0 ? [eb('sku', 'in', [...skus])] : [])]),
    )
    .orderBy('product_id')
    .orderBy('variant.position')
    .execute();
  return rows.map(({ price_paise, sale_price_paise, quantity, longest_cm, status, ...goods }) => {
    const stock = goods.sell_unit === 'metre' ? Number(longest_cm ?? 0) : quantity;
    const available = status === 'active' ? stock : 0;
    return { ...goods, price_paise: sale_price_paise ?? price_paise, available };
  });
}

/** Reads the lines with items that can be exchanged, each with the possible replacements. */
export async function exchangeableLines(db: Db, orderId: string): Promise<ExchangeableLine[]> {
  const lines = await remainingLines(db, orderId);
  const goods = await readReplacementVariants(db, lines);
  return lines.map((line) => {
    const options = replacementOptions(line, goods);
    const availableGoods = goods.filter(({ product_id, available }) => product_id === line.product_id && available > 0);
    return {
      line: line.position,
      name: line.name,
      variant: line.variant,
      sellUnit: line.sell_unit,
      remainingQuantity: line.remainingQuantity,
      options: options.map(({ variant_id, variant, name }) => ({
        id: String(variant_id),
        label: variant || name,
        isOrderedVariant: variant_id === line.variant_id,
      })),
      hasOtherPrices: availableGoods.some((candidate) => replacementRefusal(line, candidate, goods) !== undefined),
    };
  });
}

/**
 * Saves the requested lines. The stock is reserved only on approval. Throws `invalid` if an item, a quantity or a
 * replacement is not possible, and `conflict` if there is not enough of a replacement in stock.
 */
export async function writeExchangeLines(
  tx: Tx,
  exchangeId: string,
  orderId: string,
  requestedLines: RequestedLine[],
): Promise<void> {
  const lines = await remainingLines(tx, orderId, exchangeId);
  const goods = await readReplacementVariants(tx, lines);
  const rows = requestedLines.map((line) => rowFor(line, lines, goods));
  if (new Set(rows.map(({ position }) => position)).size < rows.length) throw fieldError('lines', MESSAGES.lines);
  await tx
    .insertInto('exchange_line')
    .values(rows.map((row) => ({ ...row, exchange_id: exchangeId })))
    .execute();
}

function rowFor(
  { line: position, quantity, replacement: replacementId }: RequestedLine,
  lines: RemainingLine[],
  goods: ReplacementVariant[],
) {
  const line = lines.find((orderLine) => orderLine.position === position);
  if (!line) throw fieldError('lines', MESSAGES.notInOrder);
  const requestedQuantity = quantityOf(line, quantity);
  const replacement =
    replacementId === null ? undefined : replacementFor(line, Number(replacementId), requestedQuantity, goods);
  const { product_id, variant_id, name, variant, sku } = replacement ?? line;
  return {
    position,
    ...{ product_id, variant_id, name, variant, sku },
    sell_unit: line.sell_unit,
    quantity: requestedQuantity,
    bolt_position: null,
    taken: 0,
    is_open: replacement ? 0 : 1,
  };
}

/**
 * Returns the quantity in pieces or centimetres. Throws `invalid` if the quantity is not possible, for example because
 * it is only a part of a length of fabric.
 */
function quantityOf({ sell_unit, remainingQuantity }: RemainingLine, quantity: number | undefined): number {
  if (quantity === undefined) return remainingQuantity;
  if (sell_unit === 'metre') {
    if (toCm(quantity) !== remainingQuantity) throw fieldError('lines', MESSAGES.metres);
    return remainingQuantity;
  }
  if (!Number.isInteger(quantity) || quantity > remainingQuantity) throw fieldError('lines', MESSAGES.notInOrder);
  return quantity;
}

function replacementFor(
  line: RemainingLine,
  id: number,
  requestedQuantity: number,
  goods: ReplacementVariant[],
): ReplacementVariant {
  const replacement = goods.find(
    (candidate) => candidate.variant_id === id && candidate.product_id === line.product_id,
  );
  if (!replacement) throw fieldError('instead', `Please choose another size or colour of ${line.name}.`);
  const refusal = replacementRefusal(line, replacement, goods);
  if (refusal !== undefined) throw fieldError('instead', refusal);
  if (replacement.available < requestedQuantity)
    throw fieldError('instead', `There is not enough of ${goodsName(replacement)} in stock.`, 'conflict');
  return replacement;
}

function fieldError(field: 'lines' | 'instead', message: string, code: 'invalid' | 'conflict' = 'invalid'): ShopError {
  return new ShopError(code, message, { [field]: message });
}
