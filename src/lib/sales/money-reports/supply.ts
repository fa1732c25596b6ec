import type { TaxScheme } from '#lib/platform/db/tables/orders.ts';
import type { SellUnit } from '#lib/primitives/metres.ts';
import type { TaxSum } from '#lib/sales/money-reports/tax-sum.ts';

/** Goods or delivery on documents: their common properties, and the sums of their amounts. */
export interface Supply {
  document: 'invoice' | 'note';
  /** Amounts are positive. −1 for credit notes, and for credits before an invoice. */
  sign: 1 | -1;
  scheme: TaxScheme;
  /** The place of supply. */
  state: string;
  isInterState: boolean;
  /** For a buyer with a GSTIN. */
  isBusiness: boolean;
  /** Empty for goods without one. */
  hsn: string;
  /** Undefined for delivery. */
  unit: SellUnit | undefined;
  rateBp: number;
  /** In pieces or centimetres. */
  quantity: number;
  tax: TaxSum;
}
