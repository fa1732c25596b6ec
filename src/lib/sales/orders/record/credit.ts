import type { CreditKind, OrderCreditLineTable } from '#lib/platform/db/tables/orders.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';
import type { LineNow, OrderAmounts } from '#lib/sales/orders/record/order-amounts.ts';
import { spreadPaise, type TaxParts, taxOf } from '#lib/shop/money/tax.ts';
import { amountOf, taxShare } from '#lib/shop/money/tax-share.ts';

export type ReturnedTo = OrderCreditLineTable['back'];

export interface TakenOff {
  position: number;
  quantity: number;
  back: ReturnedTo;
}

export interface CreditDraft {
  lines: (TakenOff & { tax: TaxParts })[];
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

/** Tax can't be split over smaller parts of a line. */
const MIN_SHARE_PAISE = 100;

/** The last piece of a line takes the rounding differences. Throws `invalid`. */
export function creditGoods(now: OrderAmounts, taken: readonly TakenOff[], withDelivery: boolean): CreditDraft {
  if (new Set(taken.map(({ position }) => position)).size < taken.length) {
    throw new ShopError('invalid', 'Give each line only once.');
  }
  const lines = taken.map((one) => {
    const line = lineAt(now, one.position);
    if (one.quantity <= 0 || one.quantity > line.quantity) {
      throw new ShopError('invalid', `Less than that is left of line ${one.position + 1}.`);
    }
    const paise = Math.round((line.totalPaise * one.quantity) / line.quantity);
    return { ...one, tax: taxShare(line.tax, paise) };
  });
  return draft(lines, withDelivery ? now.deliveryTax : taxShare(now.deliveryTax, 0));
}

/** `keptPaise` of the delivery are not credited. */
export function creditRest(now: OrderAmounts, backOf: (position: number) => ReturnedTo, keptPaise = 0): CreditDraft {
  // A line may have pieces and no price, or a price and no pieces.
  const rest = now.lines.filter((line) => line.quantity > 0 || line.totalPaise > 0);
  const lines = rest.map(({ position, quantity, tax }) => ({ position, quantity, back: backOf(position), tax }));
  return draft(lines, taxShare(now.deliveryTax, now.deliveryPaise - keptPaise));
}

/** Includes the delivery if the items cost less than the amount. Throws `invalid`. */
export function creditMoney(now: OrderAmounts, paise: number, position?: number): CreditDraft {
  const goods = position === undefined ? now.lines : [lineAt(now, position)];
  const worth = goods.reduce((sum, line) => sum + line.totalPaise, 0);
  const max = position === undefined ? now.totalPaise : worth;
  if (paise <= 0 || paise > max) {
    throw new ShopError('invalid', `At most ${(max / 100).toFixed(2)} can be refunded: no more was paid.`);
  }
  const ofGoods = Math.min(paise, worth);
  const shares = sharesOf(goods, ofGoods);
  const lines = goods.flatMap((line, index) => {
    const share = shares[index] ?? 0;
    return share > 0
      ? [{ position: line.position, quantity: 0, back: 'none' as const, tax: taxShare(line.tax, share) }]
      : [];
  });
  return draft(lines, taxShare(now.deliveryTax, paise - ofGoods));
}

function sharesOf(lines: readonly LineNow[], paise: number): number[] {
  const shares = spreadPaise(
    paise,
    lines.map((line) => line.totalPaise),
  );
  const isFine = shares.every(
    (share, index) => share === 0 || share >= MIN_SHARE_PAISE || share === lines[index]?.totalPaise,
  );
  if (isFine) return shares;
  let left = paise;
  const filled = new Map<number, number>();
  for (const line of lines.toSorted((a, b) => b.totalPaise - a.totalPaise)) {
    const share = Math.min(left, line.totalPaise);
    filled.set(line.position, share);
    left -= share;
  }
  return lines.map(({ position }) => filled.get(position) ?? 0);
}

function draft(lines: CreditDraft['lines'], delivery: TaxParts): CreditDraft {
  const taxes = [...lines.map(({ tax }) => tax), delivery];
  const add = (of: (tax: TaxParts) => number) => taxes.reduce((sum, tax) => sum + of(tax), 0);
  return { lines, delivery, taxPaise: add(taxOf), totalPaise: add(amountOf) };
}

function lineAt(now: OrderAmounts, position: number): LineNow {
  const line = now.lines.find((one) => one.position === position);
  if (!line) throw new ShopError('invalid', `This order has no line ${position + 1}.`);
  return line;
}
