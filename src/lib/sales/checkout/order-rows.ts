import type { CartTable } from '#lib/platform/db/tables/cart.ts';
import type { ManualSource, OrderLineTable, PaymentMethod, TaxScheme } from '#lib/platform/db/tables/orders.ts';
import { mailboxOf } from '#lib/primitives/email.ts';
import type { OrderAddress } from '#lib/sales/address/address.ts';
import type { OrderedLine } from '#lib/sales/checkout/order-goods.server.ts';
import type { OrderPrice } from '#lib/sales/checkout/price-order.ts';
import { type BusinessBuyer, businessColumns } from '#lib/sales/orders/record/business-buyer.ts';
import type { OrderRow } from '#lib/sales/orders/record/change-order.server.ts';
import { taxColumns } from '#lib/sales/orders/record/order-amounts.ts';

// An order stores copies of everything that may change later.

export interface OrderInput {
  contact: { email: string; mobile: string };
  address: OrderAddress;
  payment: PaymentMethod;
  note?: string;
  /** The gift wrap with its note, which may be empty. Undefined if the order is not packed as a gift. */
  giftWrap?: { note: string } | undefined;
  /** The business to invoice, with its GSTIN. Undefined if there is none. */
  business?: BusinessBuyer;
  /** The total that the buyer saw, in rupees. If the total has changed since, the order is rejected. */
  total?: number;
  /**
   * The shipping day that the buyer saw, in epoch ms, or null if the order can be shipped immediately. If the day has
   * changed since, the order is rejected.
   */
  shipsAt?: number | null | undefined;
}

/** The terms of an order that staff create for a customer. These terms differ from the terms of the checkout. */
export interface ManualTerms {
  source: ManualSource;
  /** Whether the customer collects the goods at the counter. */
  isCollected: boolean;
  /** Whether the customer has paid in cash and leaves with the goods. */
  isHandedOver: boolean;
  /** The time for which the order holds its stock until it is paid, in milliseconds. */
  holdMs: number;
}

/** An order before it is saved, from a shopper's cart or from staff. */
export interface OrderDraft {
  orderId: string;
  at: number;
  input: OrderInput;
  customerId: string | null;
  cart?: Pick<CartTable, 'id' | 'coupon_code'> | undefined;
  manual?: ManualTerms;
  lines: readonly OrderedLine[];
  price: OrderPrice;
  taxScheme: TaxScheme;
}

export function isPlacedImmediately({ input, price }: OrderDraft): boolean {
  return (input.payment === 'cod' && price.advancePaise === 0) || price.totals.totalPaise === 0;
}

export function lineRow(
  orderId: string,
  position: number,
  line: OrderedLine,
  { totals, lineTaxes }: OrderPrice,
): Omit<OrderLineTable, 'taken' | 'bolt_position' | 'pre_order_at'> {
  const amounts = totals.lines[position];
  const tax = lineTaxes[position];
  if (!amounts || !tax) throw new Error(`line ${position} has no price`);
  return {
    order_id: orderId,
    position,
    product_id: line.productId,
    variant_id: line.variantId,
    slug: line.slug,
    name: line.name,
    variant: line.variant,
    color: line.color,
    picture_hash: line.pictureHash,
    sku: line.sku,
    hsn: line.hsn,
    sell_unit: line.sellUnit,
    quantity: line.quantity,
    price_paise: line.pricePaise,
    subtotal_paise: amounts.subtotalPaise,
    discount_paise: amounts.discountPaise,
    prepaid_discount_paise: amounts.prepaidDiscountPaise,
    tax_rate_bp: tax.rateBp,
    ...taxColumns(tax),
    total_paise: amounts.totalPaise,
  };
}

export function orderRow(draft: OrderDraft, number: string, holdUntil: number | null): OrderRow {
  const { orderId, at, input, customerId, cart, manual, price, taxScheme } = draft;
  const isFree = price.totals.totalPaise === 0;
  const isPlaced = isPlacedImmediately(draft);
  return {
    id: orderId,
    number,
    customer_id: customerId,
    email: input.contact.email,
    mailbox: input.contact.email === '' ? null : mailboxOf(input.contact.email),
    mobile: input.contact.mobile,
    address_json: JSON.stringify(input.address),
    order_status: isPlaced ? 'placed' : 'pending',
    payment_status: isFree ? 'paid' : isPlaced ? 'cod' : 'unpaid',
    payment_method: input.payment,
    ...priceColumns(price),
    swatch_paise: swatchPaise(draft),
    tax_scheme: taxScheme,
    coupon_code: cart?.coupon_code ?? null,
    note: input.note || null,
    gift_wrap: input.giftWrap ? 1 : 0,
    gift_note: input.giftWrap?.note || null,
    ...businessColumns(input.business),
    hold_until: holdUntil,
    stock_held: 1,
    counted: 0,
    searchable: 0,
    delivery_state: null,
    delivery_zone: null,
    delivery_pincode: null,
    advance_paise: price.advancePaise,
    advance_paid: 0,
    cash_due: 0,
    cash_remitted_at: null,
    awaits_confirmation: 0,
    packed_at: null,
    source: manual?.source ?? 'shop',
    collected: manual?.isCollected ? 1 : 0,
    carrier: null,
    tracking_number: null,
    tracking_url: null,
    invoice_number: null,
    invoice_at: null,
    delivered_at: null,
    created_at: at,
    updated_at: at,
    paid_at: isFree ? at : null,
  };
}

function swatchPaise({ lines, price }: OrderDraft): number {
  return lines.reduce(
    (sum, { isSwatch }, index) => sum + (isSwatch ? (price.totals.lines[index]?.totalPaise ?? 0) : 0),
    0,
  );
}

function priceColumns({ totals, deliveryTax, taxPaise }: OrderPrice) {
  return {
    subtotal_paise: totals.subtotalPaise,
    discount_paise: totals.discountPaise,
    outfit_paise: totals.outfitPaise,
    prepaid_discount_paise: totals.prepaidDiscountPaise,
    delivery_paise: totals.deliveryPaise,
    cod_fee_paise: totals.codFeePaise,
    gift_wrap_paise: totals.giftWrapPaise,
    tax_paise: taxPaise,
    total_paise: totals.totalPaise,
    delivery_tax_json: JSON.stringify(deliveryTax),
  };
}
