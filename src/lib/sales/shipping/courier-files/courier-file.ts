import { type CsvCell, csvHeader, csvLines } from '#lib/platform/csv.ts';
import { indianIsoDay } from '#lib/primitives/indian-time.ts';
import type { Consignment } from '#lib/sales/shipping/courier/courier.ts';
import type { FileValue } from '#lib/sales/shipping/courier/file-values.ts';
import { paiseToRupees } from '#lib/shop/money/money.ts';

interface Column {
  heading: string;
  value: FileValue;
}

export interface FileOrder {
  consignment: Consignment;
  note: string | null;
}

/** Returns the CSV file for a courier: a header row, and one row for each parcel. Amounts are in rupees. */
export function courierFile(columns: readonly Column[], orders: readonly FileOrder[]): string {
  const rows = orders.map((order) => columns.map(({ value }) => cell(value, order)));
  return csvHeader(columns.map(({ heading }) => heading)) + csvLines(rows);
}

function cell(value: FileValue, { consignment, note }: FileOrder): CsvCell {
  const { address, size, items } = consignment;
  switch (value) {
    case 'number':
      return consignment.reference;
    case 'date':
      return indianIsoDay(consignment.placedAt);
    case 'email':
      return consignment.email;
    case 'name':
    case 'mobile':
    case 'house':
    case 'street':
    case 'landmark':
    case 'city':
    case 'state':
    case 'pincode':
      return address[value];
    case 'address':
      return [address.house, address.street, address.landmark].filter(Boolean).join(', ');
    case 'payment':
      return consignment.collectPaise > 0 ? 'COD' : 'Prepaid';
    case 'collect':
      return paiseToRupees(consignment.collectPaise);
    case 'total':
      return paiseToRupees(consignment.totalPaise);
    case 'weight':
      return size.weightGrams;
    case 'length':
      return size.lengthCm;
    case 'breadth':
      return size.breadthCm;
    case 'height':
      return size.heightCm;
    case 'pieces':
      return items.reduce((sum, { units }) => sum + units, 0);
    case 'goods':
      return items.map(({ name, units }) => (units > 1 ? `${units} × ${name}` : name)).join('; ');
    case 'note':
      return note ?? '';
    case 'empty':
      return '';
  }
}
