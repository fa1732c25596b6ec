import { type CsvCell, csvHeader, csvLines } from '#lib/platform/csv.ts';
import { indianIsoDay } from '#lib/primitives/indian-time.ts';
import type { Consignment } from '#lib/sales/shipping/courier/courier.ts';
import type { FileValue } from '#lib/sales/shipping/courier/file-values.ts';
import type { ShippingSettings } from '#lib/sales/shipping/courier/shipping.schema.ts';
import { paiseToRupees } from '#lib/shop/money/money.ts';

export interface FileOrder {
  consignment: Consignment;
  note: string | null;
}

/** Returns the CSV file for a courier: a header row, and one row for each parcel. Amounts are in rupees. */
export function courierFile(columns: ShippingSettings['courierFile']['columns'], orders: readonly FileOrder[]): string {
  const rows = orders.map((order) => columns.map(({ value }) => CELLS[value](order)));
  return csvHeader(columns.map(({ heading }) => heading)) + csvLines(rows);
}

const CELLS: Record<FileValue, (order: FileOrder) => CsvCell> = {
  number: ({ consignment }) => consignment.reference,
  date: ({ consignment }) => indianIsoDay(consignment.placedAt),
  email: ({ consignment }) => consignment.email,
  name: ({ consignment: { address } }) => address.name,
  mobile: ({ consignment: { address } }) => address.mobile,
  house: ({ consignment: { address } }) => address.house,
  street: ({ consignment: { address } }) => address.street,
  landmark: ({ consignment: { address } }) => address.landmark,
  city: ({ consignment: { address } }) => address.city,
  state: ({ consignment: { address } }) => address.state,
  pincode: ({ consignment: { address } }) => address.pincode,
  address: ({ consignment: { address } }) =>
    [address.house, address.street, address.landmark].filter(Boolean).join(', '),
  payment: ({ consignment }) => (consignment.collectPaise > 0 ? 'COD' : 'Prepaid'),
  collect: ({ consignment }) => paiseToRupees(consignment.collectPaise),
  total: ({ consignment }) => paiseToRupees(consignment.totalPaise),
  weight: ({ consignment: { size } }) => size.weightGrams,
  length: ({ consignment: { size } }) => size.lengthCm,
  breadth: ({ consignment: { size } }) => size.breadthCm,
  height: ({ consignment: { size } }) => size.heightCm,
  pieces: ({ consignment: { items } }) => items.reduce((sum, { units }) => sum + units, 0),
  goods: ({ consignment: { items } }) =>
    items.map(({ name, units }) => (units > 1 ? `${units} × ${name}` : name)).join('; '),
  note: ({ note }) => note ?? '',
  empty: () => '',
};
