import { PARCEL_VIEWS, type ParcelView } from '#lib/sales/money-reports/money-query.schema.ts';
import type { ReportTable } from '#lib/sales/money-reports/report-table.ts';

/** Parcels with the same reason, pincode, courier, product or customer. */
export interface ParcelGroup {
  /** The reason, pincode, courier, product id, or the customer's email address or mobile number. */
  key: string;
  /** The name of the group. For a pincode, the city; for a customer, the mobile number. */
  label: string;
  shippedCount: number;
  /** The number of parcels that came back undelivered. */
  returnedCount: number;
  /** The freight of the returned parcels whose freight was entered, in paise. */
  costPaise: number;
}

/** Returns the percentage of returned parcels with one decimal, such as 33.3, or 0 if no parcels were shipped. */
export function returnedPercent({
  shippedCount,
  returnedCount,
}: Pick<ParcelGroup, 'shippedCount' | 'returnedCount'>): number {
  return shippedCount === 0 ? 0 : Math.round((returnedCount / shippedCount) * 1_000) / 10;
}

function groupName(view: ParcelView, { key, label }: Pick<ParcelGroup, 'key' | 'label'>): string {
  if (view === 'pincode') return `${key} ${label}`.trim() || 'Unknown';
  if (view === 'customer') return key || 'Unknown';
  return label;
}

export function parcelTable(view: ParcelView, groups: readonly ParcelGroup[]): ReportTable {
  return {
    columns: [
      [PARCEL_VIEWS[view], 'text'],
      ['Shipped', 'number'],
      ['Came back', 'number'],
      ['%', 'number'],
      ['Freight', 'total'],
    ],
    rows: groups.map((group) => [
      ...[groupName(view, group), group.shippedCount, group.returnedCount, returnedPercent(group), group.costPaise],
    ]),
  };
}
