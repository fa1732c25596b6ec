import type { PlannedSale } from '#lib/catalog/products/sale-schedule.ts';
import { indianDateTimeWithSeconds } from '#lib/primitives/indian-time.ts';
import { priceText } from '#lib/shop/money/price-text.ts';

type SaleTimes = Pick<PlannedSale, 'startsAt' | 'endsAt'>;

/**
 * Returns the times of a sale, such as "from 1 December 2026 at 10:00:00 am, until 5 December 2026 at 12:00:00 am".
 */
export function saleTimesText({ startsAt, endsAt }: SaleTimes): string {
  const from = startsAt === null ? 'immediately' : `from ${indianDateTimeWithSeconds(startsAt)}`;
  return `${from}${endsAt === null ? '' : `, until ${indianDateTimeWithSeconds(endsAt)}`}`;
}

/** Returns the prices and times of a sale, for the audit log. */
export function saleText({ prices, ...times }: PlannedSale): string {
  const amounts = prices.map(([, paise]) => paise);
  const [min, max] = [Math.min(...amounts), Math.max(...amounts)];
  return `${min === max ? priceText(min) : `${priceText(min)} to ${priceText(max)}`}, ${saleTimesText(times)}`;
}
