import type { CreditKind, OrderCreditLineTable } from '#lib/platform/db/tables/orders.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';
import type { CurrentLine, OrderAmounts } from '#lib/sales/orders/record/order-amounts.ts';
import { spreadPaise, type TaxParts, taxOf } from '#lib/shop/money/tax.ts';
import { amountWithTax, taxShare } from '#lib/shop/money/tax-share.ts';

export type ReturnDestination = OrderCreditLineTable['destination'];

export interface CreditedQuantity {
  position: number;
  quantity: number;
  /** Where the items go; `none` if no items come back. */
  destination: ReturnDestination;
}

/** A credit that has not been written yet. */
export interface CreditDraft {
  lines: (CreditedQuantity & { tax: TaxParts })[];
  /** The credited part of the delivery amount. */
  delivery: TaxParts;
  taxPaise: number;
  totalPaise: number;
}

export const CREDIT_NAMES: Record<CreditKind, string> = {
  cancelled: 'Cancelled',
  refused: 'Returned to us',
  returned: 'Returned',
  refund: 'Refund',
};

/** The smallest share of an amount, in paise. Rounding would distort the tax of a smaller share. */
const MIN_SHARE_PAISE = 100;

/**
 * Returns a credit for quantities of lines. The credit for the last piece of a line includes the rounding differences.
 * Throws `invalid` if a line is unknown or listed twice, or if a quantity is not positive or is more than the line has
 * left.
 */
export function creditGoods(
  amounts: OrderAmounts,
  quantities: readonly CreditedQuantity[],
  withDelivery: boolean,
): CreditDraft {
  if (new Set(quantities.map(({ position }) => position)).size < quantities.length) {
    throw new ShopError('invalid', 'List each line only once.');
  }
  const lines = quantities.map((part) => {
    const line = lineAt(amounts, part.position);
    if (part.quantity <= 0 || part.quantity > line.quantity) {
      throw new ShopError('invalid', `Line ${part.position + 1} does not have this quantity left.`);
    }
    const paise = Math.round((line.totalPaise * part.quantity) / line.quantity);
    return { ...part, tax: taxShare(line.tax, paise) };
  });
  return creditDraft(lines, withDelivery ? amounts.deliveryTax : taxShare(amounts.deliveryTax, 0));
}

/** Returns a credit for everything that is left in the order, except `keptPaise` of the delivery charge. */
export function creditRemaining(
  amounts: OrderAmounts,
  destinationOf: (position: number) => ReturnDestination,
  keptPaise = 0,
): CreditDraft {
  // A line may have items left but no amount, or an amount but no items.
  const remaining = amounts.lines.filter((line) => line.quantity > 0 || line.totalPaise > 0);
  const lines = remaining.map(({ position, quantity, tax }) => ({
    position,
    quantity,
    destination: destinationOf(position),
    tax,
  }));
  return creditDraft(lines, taxShare(amounts.deliveryTax, amounts.deliveryPaise - keptPaise));
}

/**
 * Returns a credit for an amount of the order, or of the line at `position`. The credit includes a part of the delivery
 * charge only if the amount exceeds the price of the goods. Throws `invalid` if the line is unknown, or if the amount
 * is not positive or is more than is left.
 */
export function creditAmount(amounts: OrderAmounts, paise: number, position?: number): CreditDraft {
  const goods = position === undefined ? amounts.lines : [lineAt(amounts, position)];
  const goodsTotalPaise = goods.reduce((sum, line) => sum + line.totalPaise, 0);
  const maxPaise = position === undefined ? amounts.totalPaise : goodsTotalPaise;
  if (paise <= 0 || paise > maxPaise) {
    throw new ShopError('invalid', `At most ${(maxPaise / 100).toFixed(2)} can be refunded, because no more was paid.`);
  }
  const goodsPaise = Math.min(paise, goodsTotalPaise);
  const shares = sharesOf(goods, goodsPaise);
  const lines = goods.flatMap((line, index) => {
    const share = shares[index] ?? 0;
    return share > 0
      ? [{ position: line.position, quantity: 0, destination: 'none' as const, tax: taxShare(line.tax, share) }]
      : [];
  });
  return creditDraft(lines, taxShare(amounts.deliveryTax, paise - goodsPaise));
}

/**
 * Returns the shares of an amount in proportion to the lines' totals. If a share would be too small, the lines with the
 * highest totals are credited in full first.
 */
function sharesOf(lines: readonly CurrentLine[], paise: number): number[] {
  const shares = spreadPaise(
    paise,
    lines.map((line) => line.totalPaise),
  );
  const areLargeEnough = shares.every(
    (share, index) => share === 0 || share >= MIN_SHARE_PAISE || share === lines[index]?.totalPaise,
  );
  if (areLargeEnough) return shares;
  let remainingPaise = paise;
  const sharesByPosition = new Map<number, number>();
  for (const line of lines.toSorted((a, b) => b.totalPaise - a.totalPaise)) {
    const share = Math.min(remainingPaise, line.totalPaise);
    sharesByPosition.set(line.position, share);
    remainingPaise -= share;
  }
  return lines.map(({ position }) => sharesByPosition.get(position) ?? 0);
}

function creditDraft(lines: CreditDraft['lines'], delivery: TaxParts): CreditDraft {
  const taxes = [...lines.map(({ tax }) => tax), delivery];
  const sumOf = (amountOf: (tax: TaxParts) => number) => taxes.reduce((sum, tax) => sum + amountOf(tax), 0);
  return { lines, delivery, taxPaise: sumOf(taxOf), totalPaise: sumOf(amountWithTax) };
}

function lineAt(amounts: OrderAmounts, position: number): CurrentLine {
  const line = amounts.lines.find((candidate) => candidate.position === position);
  if (!line) throw new ShopError('invalid', `This order has no line ${position + 1}.`);
  return line;
}
