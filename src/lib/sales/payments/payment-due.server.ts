import type { PaymentPurpose } from '#lib/platform/db/tables/payments.ts';
import type { Shop } from '#lib/platform/shop.server.ts';
import { paymentTerms } from '#lib/sales/cart/payment-terms/payment-terms.server.ts';
import type { OrderRow } from '#lib/sales/orders/record/change-order.server.ts';
import { isUnshippedCashOrder } from '#lib/sales/orders/record/orders.ts';
import type { PaymentGrant } from '#lib/sales/orders/record/payment-token.server.ts';
import { amountsOf, readOrderLines } from '#lib/sales/orders/record/read-credits.server.ts';
import { currentOnlineQuote, type OnlineQuote } from '#lib/sales/orders/record/reprice-order.ts';
import { hasGateway } from '#lib/sales/payments/gateway.server.ts';

/** The payment that can be made online for an order now. */
export interface PaymentDue {
  purpose: PaymentPurpose;
  amountPaise: number;
  /** The discount for paying online that this payment grants, in paise. */
  discountPaise: number;
}

type DueShop = Pick<Shop, 'db' | 'now' | 'settings'>;

/**
 * Returns the payment that can be made online now; undefined if nothing can be paid online, or if the payment link has
 * expired or has another purpose.
 */
export async function paymentDue(
  shop: DueShop,
  order: OrderRow,
  grant?: PaymentGrant,
): Promise<PaymentDue | undefined> {
  if (grant && grant.until <= shop.now()) return undefined;
  const due = await currentDue(shop, order, grant !== undefined);
  return grant && grant.purpose !== due?.purpose ? undefined : due;
}

async function currentDue(shop: DueShop, order: OrderRow, hasPaymentLink: boolean): Promise<PaymentDue | undefined> {
  if (order.payment_status === 'unpaid') {
    return order.advance_paise > 0
      ? { purpose: 'advance', amountPaise: order.advance_paise, discountPaise: 0 }
      : { purpose: 'order', amountPaise: order.total_paise, discountPaise: 0 };
  }
  const quote = await quoteOnlinePayment(shop, order, hasPaymentLink);
  return quote && { purpose: 'instead', amountPaise: quote.payPaise, discountPaise: quote.discountPaise };
}

/**
 * Returns the price of a placed cash order if the buyer pays the rest online; undefined if this is not possible or not
 * offered. `hasPaymentLink` means that the buyer has a payment link from staff. Such a link is valid even if the shop
 * does not offer online payment for placed cash orders.
 */
export async function quoteOnlinePayment(
  shop: DueShop,
  order: OrderRow,
  hasPaymentLink = false,
): Promise<OnlineQuote | undefined> {
  const { codToOnline, prepaidDiscount } = paymentTerms(shop.db);
  if (!(codToOnline || hasPaymentLink) || !isUnshippedCashOrder(order) || !hasGateway(shop.settings)) return undefined;
  const { write } = shop.db;
  const amounts = await amountsOf(write, order, await readOrderLines(write, order.id));
  const quote = currentOnlineQuote(order, amounts, prepaidDiscount);
  return quote.payPaise > 0 ? quote : undefined;
}
