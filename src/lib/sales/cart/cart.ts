import { checkQuantity, QUANTITY_MESSAGES, quantityRules } from '#lib/catalog/inventory/requested-quantity.ts';
import {
  effectivePaise,
  isOutOfStock,
  OUT_OF_STOCK,
  type ProductDetail,
  type Variant,
} from '#lib/catalog/products/catalog.ts';
import { quantityRange } from '#lib/catalog/products/choose-variant.ts';
import { CM_IN_A_METRE, metresText } from '#lib/primitives/metres.ts';
import type { CartTotals, LineTotals } from '#lib/sales/cart/cart-totals.ts';
import type { DeliveryZone, ToDeliver } from '#lib/sales/cart/delivery/delivery.ts';
import { preOrderAt, type Wait, waitOf } from '#lib/sales/cart/delivery/delivery-time.ts';
import { priceText } from '#lib/shop/money/price-text.ts';

export const MAX_LINES = 100;
export const OUTFIT_DISCOUNT = 'Outfit discount';

export const CART_MESSAGES = {
  added: 'Added to cart',
  updated: 'Cart updated',
  removed: 'Removed from cart',
  notFound: 'This item is not in your cart.',
  productGone: 'This product is not sold here.',
  chooseVariant: 'Please choose from the options first.',
  quantityBad: QUANTITY_MESSAGES.bad,
  full: `Your cart is full. It can hold ${MAX_LINES} different items.`,
  lineGone: 'An item in your cart is no longer sold, so we have removed it.',
};

export interface CartLine {
  _id: string;
  product: ProductDetail;
  variant: Variant;
  quantity: number;
  /** Of a swatch, product and variant are those of `asSwatch`. */
  isSwatch: boolean;
  pricePaise: number;
  /** The price when the line was added. */
  seenPaise: number;
  warning?: string;
  /** The line can't be bought as it is, so it is excluded from the totals and blocks the order. */
  isBlocked: boolean;
  /** Absent for a blocked line. */
  totals?: LineTotals;
}

/** A code that can't be used stays in the cart with the reason. `note`: it applies to some of the items only. */
export interface CartCoupon {
  code: string;
  refusal?: string;
  note?: string;
}

export interface Cart {
  _id?: string;
  lines: CartLine[];
  /** Without the discount for paying online. */
  totals: Omit<CartTotals, 'lines'>;
  /** What is taken off if the order is paid online. */
  prepaidDiscountPaise: number;
  coupon?: CartCoupon;
  warnings: string[];
  pincode?: string;
  /** When it was read. */
  at: number;
  /** The zone of the pincode, or that of most of India without a pincode. */
  zone: DeliveryZone;
}

export function cartWait({ lines }: Pick<Cart, 'lines'>): Wait | undefined {
  return waitOf(lines.filter(({ isBlocked }) => !isBlocked).map(({ variant }) => preOrderAt(variant)));
}

export function toDeliver(cart: Pick<Cart, 'lines' | 'totals' | 'at'>): Required<ToDeliver> {
  const isFree = cart.totals.subtotalPaise > 0 && cart.totals.freeDeliveryInPaise === 0;
  return { isFree, isAhead: cartWait(cart) !== undefined, at: cart.at };
}

export interface AmountRange {
  min: number;
  max: number;
  step: number;
}

/** Pieces or centimetres; a line of cloth is cut from one bolt. */
export function amountRange(product: ProductDetail, variant: Variant): AmountRange {
  const { min, max, step } = quantityRange(product, variant);
  const unit = unitOf(product);
  return { min: Math.round(min * unit), max: Math.round(max * unit), step: Math.round(step * unit) };
}

/** Centimetres in a metre; 1 for pieces. */
export function unitOf({ sellUnit }: Pick<ProductDetail, 'sellUnit'>): number {
  return sellUnit === 'metre' ? CM_IN_A_METRE : 1;
}

export function amountText(product: Pick<ProductDetail, 'sellUnit'>, quantity: number): string {
  return product.sellUnit === 'metre' ? metresText(quantity) : String(quantity);
}

/** `quantity` in pieces or centimetres, which need not be whole. */
export function amountRefusal(product: ProductDetail, variant: Variant, quantity: number): string | undefined {
  if (isOutOfStock(variant)) return OUT_OF_STOCK;
  const checked = checkQuantity(quantity / unitOf(product), quantityRules(product, variant));
  return checked.kind === 'exact' ? undefined : checked.message;
}

export function lineState(
  product: ProductDetail,
  variant: Variant,
  { quantity, seenPaise }: { quantity: number; seenPaise: number },
): Pick<CartLine, 'pricePaise' | 'warning' | 'isBlocked'> {
  const pricePaise = effectivePaise(variant);
  const refusal = amountRefusal(product, variant, quantity);
  if (refusal) return { pricePaise, warning: refusal, isBlocked: true };
  if (pricePaise === seenPaise) return { pricePaise, isBlocked: false };
  const way = pricePaise < seenPaise ? 'dropped' : 'risen';
  const warning = `The price has ${way} from ${priceText(seenPaise)} to ${priceText(pricePaise)}.`;
  return { pricePaise, warning, isBlocked: false };
}

export function variantDetails({
  product,
  variant,
}: Pick<CartLine, 'product' | 'variant'>): { label: string; variant: string }[] {
  return product.options.map(({ label }, index) => ({ label, variant: variant.values[index] ?? '' }));
}
