import type { TaxScheme } from '#lib/platform/db/tables/orders.ts';
import type { SellUnit } from '#lib/primitives/metres.ts';
import type { TaxSum } from '#lib/sales/money-reports/tax-sum.ts';

/** Goods or delivery on documents: their common properties, and the sums of their amounts. */
export interface Supply {
  document: 'invoice' | 'note';
  /** −1 for credit notes and for credits before an invoice; otherwise 1. The amounts are never negative. */
  sign: 1 | -1;
  scheme: TaxScheme;
  /** The place of supply. */
  state: string;
  isInterState: boolean;
  /** Whether the buyer has a GSTIN. */
  isBusiness: boolean;
  /** The HSN code. Empty for goods without an HSN code. */
  hsn: string;
  /** The unit of the quantity. Undefined for delivery. */
  unit: SellUnit | undefined;
  rateBp: number;
  /** The quantity in pieces or centimetres, or 0 for delivery. */
  quantity: number;
  tax: TaxSum;
}
