import { csvHeader, csvLines } from '#lib/platform/csv.ts';
import type { OrderCreditTable, OrderLineTable } from '#lib/platform/db/tables/orders.ts';
import { indianIsoMinute } from '#lib/primitives/indian-time.ts';
import { amountText } from '#lib/primitives/metres.ts';
import type { OrderAddress } from '#lib/sales/address/address.ts';
import type { OrderRow } from '#lib/sales/orders/record/change-order.server.ts';
import { goodsName } from '#lib/sales/orders/record/goods-name.ts';
import { creditedPaise } from '#lib/sales/orders/record/order-amounts.ts';
import { PAYMENT_METHODS, paymentName, STATUS_NAMES } from '#lib/sales/orders/record/orders.ts';
import { paiseToRupees } from '#lib/shop/money/money.ts';

export interface ExportedOrder {
  order: OrderRow;
  lines: readonly Pick<OrderLineTable, 'sku' | 'name' | 'variant' | 'sell_unit' | 'quantity'>[];
  credits: readonly Pick<OrderCreditTable, 'total_paise'>[];
}

interface Row extends ExportedOrder {
  address: Partial<OrderAddress>;
  creditedPaise: number;
}

/** The columns of the export, in this sequence. Total = goods − discount + delivery − credited. */
const COLUMNS: readonly (readonly [heading: string, cellOf: (row: Row) => string])[] = [
  ['Number', ({ order }) => order.number],
  ['Placed', ({ order }) => indianIsoMinute(order.created_at)],
  ['Status', ({ order }) => STATUS_NAMES[order.order_status]],
  ['Payment', ({ order }) => paymentName(order)],
  ['Method', ({ order }) => PAYMENT_METHODS[order.payment_method]],
  ['Name', ({ address }) => address.name ?? ''],
  ['Email', ({ order }) => order.email],
  ['Mobile', ({ order }) => order.mobile],
  ['House', ({ address }) => address.house ?? ''],
  ['Street', ({ address }) => address.street ?? ''],
  ['Landmark', ({ address }) => address.landmark ?? ''],
  ['City', ({ address }) => address.city ?? ''],
  ['State', ({ address }) => address.state ?? ''],
  ['Pincode', ({ address }) => address.pincode ?? ''],
  ['Items', ({ lines }) => lines.map(itemText).join('; ')],
  ['Goods', ({ order }) => rupeesText(order.subtotal_paise)],
  ['Discount', ({ order }) => rupeesText(order.discount_paise)],
  ['Delivery', ({ order }) => rupeesText(order.delivery_paise)],
  ['Credited', ({ creditedPaise }) => rupeesText(creditedPaise)],
  ['Total', ({ order, creditedPaise }) => rupeesText(order.total_paise - creditedPaise)],
  ['Courier', ({ order }) => order.carrier ?? ''],
  ['Tracking number', ({ order }) => order.tracking_number ?? ''],
  ['Invoice', ({ order }) => order.invoice_number ?? ''],
  ['GSTIN', ({ order }) => order.buyer_gstin ?? ''],
  ['Business', ({ order }) => order.buyer_business ?? ''],
];

export function orderCsvHeading(): string {
  return csvHeader(COLUMNS.map(([heading]) => heading));
}

/** Returns the CSV lines, one for each order, with amounts in rupees. */
export function orderCsvLines(orders: readonly ExportedOrder[]): string {
  return csvLines(
    orders.map((exportedOrder) => {
      const address = JSON.parse(exportedOrder.order.address_json) as Partial<OrderAddress>;
      const { order, credits } = exportedOrder;
      const row = { ...exportedOrder, address, creditedPaise: creditedPaise(order, credits) };
      return COLUMNS.map(([, cellOf]) => cellOf(row));
    }),
  );
}

function itemText({ sku, sell_unit, quantity, ...goods }: ExportedOrder['lines'][number]): string {
  return `${amountText(sell_unit, quantity)} ${goodsName(goods)}${sku ? ` [${sku}]` : ''}`;
}

function rupeesText(paise: number): string {
  return paiseToRupees(paise).toFixed(2);
}
