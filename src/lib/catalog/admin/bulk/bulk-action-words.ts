import type { BulkChange, ChangedFields } from '#lib/catalog/admin/bulk/bulk-change.ts';
import { ROUNDINGS, type Rounding } from '#lib/catalog/admin/bulk/change-price.ts';
import type { ProductBulkAction, ProductBulkActionRow } from '#lib/catalog/admin/bulk/read-bulk-action.server.ts';
import { PRODUCT_STATUS_NAMES } from '#lib/catalog/admin/product-words.ts';
import { saleTimesText } from '#lib/catalog/admin/sales/sale-words.ts';
import type { BulkActionState } from '#lib/platform/db/tables/bulk-actions.ts';
import { formatCount } from '#lib/primitives/number-format.ts';
import { countText } from '#lib/primitives/plural.ts';
import { priceText } from '#lib/shop/money/price-text.ts';

const GROUPS_SHOWN = 6;

/** Returns the name of a category. */
type CategoryNameOf = (slug: string) => string;

/** The states of bulk actions and imports. */
export const BULK_ACTION_STATE_NAMES: Readonly<Record<BulkActionState, string>> = {
  planning: 'The preview is being prepared',
  planned: 'Preview, not started',
  running: 'Running',
  stopped: 'Stopped',
  done: 'Done',
};

/** Returns the description of a change, such as "Raise prices by 10 %, to end in 9". */
export function changeText(change: BulkChange, categoryNameOf: CategoryNameOf): string {
  switch (change.action) {
    case 'price': {
      const amount = change.unit === 'percent' ? `${change.amount} %` : `₹${change.amount}`;
      const verb = change.direction === 'up' ? 'Raise' : 'Lower';
      return `${verb} prices by ${amount}, ${roundingText(change.rounding)}`;
    }
    case 'status':
      return `Set to ${PRODUCT_STATUS_NAMES[change.status].toLowerCase()}`;
    case 'category':
      return `${change.way === 'add' ? 'Add to' : 'Remove from'} the category ${categoryNameOf(change.category)}`;
    case 'sale':
      return `Sale of ${change.percent} %, ${roundingText(change.rounding)}, ${saleTimesText(change)}`;
    case 'end_sale':
      return 'End the sale';
  }
}

function roundingText(rounding: Rounding): string {
  return ROUNDINGS[rounding].replace('To', 'to');
}

const productCount = (n: number) => countText(n, 'product');

/** Returns the heading of a bulk action's page. */
export function bulkActionTitle({
  state,
  counts,
  isUndo,
}: Pick<ProductBulkAction, 'state' | 'counts' | 'isUndo'>): string {
  const { waiting, done, failed } = counts;
  const total = waiting + done + failed;
  switch (state) {
    case 'planning':
      return 'The preview is being prepared';
    case 'planned':
      if (waiting === 0) return 'None of these products would change';
      return isUndo ? `Undo the change to ${productCount(waiting)}?` : `Change ${productCount(waiting)}?`;
    case 'running':
      return `${formatCount(done)} of ${productCount(waiting + done)} changed`;
    case 'stopped':
      return `Stopped: ${formatCount(done)} of ${productCount(total)} changed`;
    case 'done':
      return `${formatCount(done)} of ${productCount(total)} changed`;
  }
}

/** Returns the change to one product, such as "₹900.00 → ₹990.00". */
export function rowText(
  { before, after, variantLabels }: Pick<ProductBulkActionRow, 'before' | 'after' | 'variantLabels'>,
  categoryNameOf: CategoryNameOf,
): string {
  if (before.status && after.status)
    return `${PRODUCT_STATUS_NAMES[before.status]} → ${PRODUCT_STATUS_NAMES[after.status]}`;
  if (before.categories && after.categories)
    return `${namesText(before.categories, categoryNameOf)} → ${namesText(after.categories, categoryNameOf)}`;
  return after.sale ? plannedSaleText(after.sale, variantLabels) : pricesText(before, after, variantLabels);
}

function namesText(slugs: readonly string[], categoryNameOf: CategoryNameOf): string {
  return slugs.map(categoryNameOf).join(', ') || 'no category';
}

/** Returns a description of the prices in a planned sale, or a sentence saying that the sale ends. */
function plannedSaleText(
  { full, planned }: NonNullable<ChangedFields['sale']>,
  variantLabels: ProductBulkActionRow['variantLabels'],
): string {
  if (!planned) return 'The sale ends';
  const fullPrices = new Map(full);
  const changes = planned.prices.map(([id, paise]) => {
    return { name: variantLabels.get(id) ?? '', text: `${priceText(fullPrices.get(id) ?? 0)} → ${priceText(paise)}` };
  });
  return groupedText(changes, full.length);
}

function pricesText(
  { prices: oldPrices = [] }: ChangedFields,
  after: ChangedFields,
  variantLabels: ProductBulkActionRow['variantLabels'],
): string {
  const newPrices = new Map((after.prices ?? []).map(([id, ...price]) => [id, price]));
  const changes = oldPrices.flatMap(([id, price, sale]) => {
    const [newPrice, newSale] = newPrices.get(id) ?? [price, sale];
    const parts = [
      ...(newPrice === price ? [] : [`${priceText(price)} → ${priceText(newPrice)}`]),
      ...(newSale === sale ? [] : [`sale price ${saleText(sale)} → ${saleText(newSale)}`]),
    ];
    return parts.length === 0 ? [] : [{ name: variantLabels.get(id) ?? '', text: parts.join(', ') }];
  });
  return groupedText(changes, oldPrices.length);
}

/**
 * Returns a list of the distinct changes, each with the name of its variant or the number of its variants. After
 * `GROUPS_SHOWN` changes, the list ends with the number of further changes. If all variants have the same change, only
 * that change is returned.
 */
function groupedText(changes: readonly { name: string; text: string }[], variantCount: number): string {
  const groups = [...Map.groupBy(changes, ({ text }) => text)];
  const [firstGroup] = groups;
  if (firstGroup && groups.length === 1 && changes.length === variantCount) return firstGroup[0];
  const shownGroups = groups.slice(0, GROUPS_SHOWN).map(([text, [first, ...others]]) => {
    return `${text} (${others.length === 0 ? first?.name || 'a variant' : `${others.length + 1} variants`})`;
  });
  const hiddenCount = groups.length - shownGroups.length;
  return [...shownGroups, ...(hiddenCount > 0 ? [`and ${hiddenCount} more`] : [])].join('; ');
}

function saleText(paise: number | null): string {
  return paise === null ? 'none' : priceText(paise);
}
