import type { VariantTable } from '#lib/platform/db/query/tables.ts';
import type { ScheduledSaleTable } from '#lib/platform/db/tables/scheduled-sales.ts';

export type SalePrices = [variantId: number, salePaise: number][];
/** The sale prices before a sale; null if the variant had no sale price. */
type ReplacedPrices = [variantId: number, salePaise: number | null][];

/** A sale of some variants of a product. Times are in epoch ms. */
export interface PlannedSale {
  /** The start of the sale; null if the sale begins immediately. */
  startsAt: number | null;
  /** The end of the sale; null if the sale continues until somebody ends it. */
  endsAt: number | null;
  prices: SalePrices;
}

export interface SaleSchedule extends PlannedSale {
  productId: number;
  /** The time at which the sale prices were stored; null until then. */
  startedAt: number | null;
  /** The sale prices that the sale has replaced; empty until it starts. */
  replacedPrices: ReplacedPrices;
  author: string;
  updatedAt: number;
}

interface PricedVariant {
  id: number;
  pricePaise: number;
  salePaise: number | null;
}

export function scheduleOf(row: ScheduledSaleTable): SaleSchedule {
  return {
    ...{ productId: row.product_id, startsAt: row.starts_at, endsAt: row.ends_at, startedAt: row.started_at },
    ...{ prices: JSON.parse(row.prices_json), replacedPrices: JSON.parse(row.before_json) },
    ...{ author: row.author, updatedAt: row.updated_at },
  };
}

/** Returns the time at which the stored prices must change next; null if no change is planned. */
export function dueAt({ startsAt, endsAt, startedAt, updatedAt }: Omit<SaleSchedule, 'replacedPrices'>): number | null {
  return startedAt === null ? (startsAt ?? updatedAt) : endsAt;
}

/** Returns the step due at `at`; undefined if none is due. A sale whose end passed before it could begin is dropped. */
export function dueStep(schedule: SaleSchedule, at: number): 'start' | 'end' | 'drop' | undefined {
  const dueTime = dueAt(schedule);
  if (dueTime === null || dueTime > at) return undefined;
  if (schedule.startedAt !== null) return 'end';
  return schedule.endsAt !== null && schedule.endsAt <= at ? 'drop' : 'start';
}

/** Returns the sale price after a step, for each variant that the step concerns. */
export function salePricesAfter(
  step: 'start' | 'end' | 'drop',
  { prices, replacedPrices }: Pick<SaleSchedule, 'prices' | 'replacedPrices'>,
  variants: readonly PricedVariant[],
): Map<number, number | null> {
  if (step === 'drop') return new Map();
  // If a sale begins again with other variants, the variants that are no longer in the sale get their old sale prices
  // back.
  const newPrices = new Map<number, number | null>(step === 'start' ? [...replacedPrices, ...prices] : replacedPrices);
  return new Map(
    variants.flatMap(({ id, pricePaise, salePaise }) => {
      const newSalePaise = newPrices.get(id);
      if (newSalePaise === undefined) return [];
      if (newSalePaise === null || newSalePaise < pricePaise) return [[id, newSalePaise] as const];
      // The price has since fallen to the sale price or below it.
      return [[id, step === 'start' ? salePaise : null] as const];
    }),
  );
}

/** Returns the sale prices that are due at `at` and not stored yet, by variant id; null if a sale price ends. */
export function dueSalePrices(
  schedule: SaleSchedule | undefined,
  variants: readonly PricedVariant[],
  at: number,
): Map<number, number | null> {
  const step = schedule && dueStep(schedule, at);
  return step ? salePricesAfter(step, schedule, variants) : new Map();
}

/**
 * Returns the stored variants of a product with the sale prices that are due at `at`, even before `applyDueSales` has
 * stored these prices; `rows` if nothing is due.
 */
export function withDueSale<Row extends Pick<VariantTable, 'id' | 'price_paise' | 'sale_price_paise'>>(
  schedule: SaleSchedule | undefined,
  rows: readonly Row[],
  at: number,
): readonly Row[] {
  const variants = rows.map((row) => ({ id: row.id, pricePaise: row.price_paise, salePaise: row.sale_price_paise }));
  const duePrices = dueSalePrices(schedule, variants, at);
  if (duePrices.size === 0) return rows;
  return rows.map((row) => {
    const salePaise = duePrices.get(row.id);
    return salePaise === undefined ? row : { ...row, sale_price_paise: salePaise };
  });
}

/**
 * Returns the time at which the sale price of a variant ends; undefined if no end is planned, or if the variant has no
 * scheduled sale price at `at`.
 */
export function saleEndOf(schedule: SaleSchedule | undefined, variantId: number, at: number): number | undefined {
  if (!schedule || schedule.endsAt === null || schedule.endsAt <= at) return undefined;
  if (schedule.startedAt === null && dueStep(schedule, at) !== 'start') return undefined;
  return schedule.prices.some(([id]) => id === variantId) ? schedule.endsAt : undefined;
}
