import { checkQuantity, QUANTITY_MESSAGES, quantityRules } from '#lib/catalog/inventory/requested-quantity.ts';
import { quantityRange } from '#lib/catalog/products/buyable-product.ts';
import {
  effectivePaise,
  isOutOfStock,
  OUT_OF_STOCK,
  type ProductDetail,
  type Variant,
} from '#lib/catalog/products/catalog.ts';
import { CM_PER_METRE, metresText } from '#lib/primitives/metres.ts';
import type { CartTotals, LineTotals } from '#lib/sales/cart/cart-totals.ts';
import type { DeliveryTextOptions, DeliveryZone } from '#lib/sales/cart/delivery/delivery.ts';
import { type PreOrderWait, preOrderAt, preOrderWait } from '#lib/sales/cart/delivery/delivery-time.ts';
import { priceText } from '#lib/shop/money/price-text.ts';

export const MAX_LINES = 100;
export const OUTFIT_DISCOUNT = 'Outfit discount';

export const CART_MESSAGES = {
  added: 'Added to cart',
  updated: 'Cart updated',
  removed: 'Removed from cart',
  notFound: 'This item is not in your cart.',
  productNotSold: 'This product is not sold here.',
  chooseVariant: 'Please choose from the options first.',
  invalidQuantity: QUANTITY_MESSAGES.notANumber,
  full: `Your cart is full. It can hold ${MAX_LINES} different items.`,
  itemNotSold: 'An item in your cart is no longer sold, so we have removed it.',
};

export interface CartLine {
  _id: string;
  product: ProductDetail;
  variant: Variant;
  quantity: number;
  /** Whether the line is a swatch. If it is, `product` and `variant` are the result of `asSwatch`. */
  isSwatch: boolean;
  pricePaise: number;
  /** The price that the customer saw when the line was added or changed, in paise. */
  seenPaise: number;
  warning?: string;
  /** Whether the line can't be bought as it is. A blocked line is excluded from the totals and prevents the order. */
  isBlocked: boolean;
  /** The totals of the line. Absent if the line is blocked. */
  totals?: LineTotals;
}

/**
 * A coupon that can't be used remains in the cart, with the reason in `refusal`. `note` is set if the coupon applies
 * only to some items.
 */
export interface CartCoupon {
  code: string;
  refusal?: string;
  note?: string;
}

export interface Cart {
  _id?: string;
  lines: CartLine[];
  /** The totals without the discount for paying online. */
  totals: Omit<CartTotals, 'lines'>;
  /** The discount if the order is paid online, in paise. */
  prepaidDiscountPaise: number;
  coupon?: CartCoupon;
  warnings: string[];
  pincode?: string;
  /** When the cart was read, in epoch ms. */
  at: number;
  /** The zone of the pincode. If there is no pincode, the zone that covers most of India. */
  zone: DeliveryZone;
}

/** Returns when the cart can be shipped, or undefined if all items are in stock. Blocked lines are left out. */
export function cartPreOrderWait({ lines }: Pick<Cart, 'lines'>): PreOrderWait | undefined {
  return preOrderWait(lines.filter(({ isBlocked }) => !isBlocked).map(({ variant }) => preOrderAt(variant)));
}

export function deliveryTextOptions(cart: Pick<Cart, 'lines' | 'totals' | 'at'>): Required<DeliveryTextOptions> {
  const isFree = cart.totals.subtotalPaise > 0 && cart.totals.freeDeliveryInPaise === 0;
  return { isFree, isPreOrder: cartPreOrderWait(cart) !== undefined, at: cart.at };
}

/** Returns the range in pieces or centimetres. A length of cloth is cut from one bolt, which limits `max`. */
export function cartQuantityRange(product: ProductDetail, variant: Variant) {
  const { min, max, step } = quantityRange(product, variant);
  const unitsPerSellUnit = storedUnitsPerSellUnit(product);
  return {
    min: Math.round(min * unitsPerSellUnit),
    max: Math.round(max * unitsPerSellUnit),
    step: Math.round(step * unitsPerSellUnit),
  };
}

/** Returns the number of centimetres in a metre, or 1 for goods sold by the piece. */
export function storedUnitsPerSellUnit({ sellUnit }: Pick<ProductDetail, 'sellUnit'>): number {
  return sellUnit === 'metre' ? CM_PER_METRE : 1;
}

/** Returns a string such as "3" or "2.5 m". `quantity` is in pieces or centimetres. */
export function quantityLabel(product: Pick<ProductDetail, 'sellUnit'>, quantity: number): string {
  return product.sellUnit === 'metre' ? metresText(quantity) : String(quantity);
}

/**
 * Returns why a quantity can't be bought, or undefined if it can. `quantity` is in pieces or centimetres, and may have
 * decimals.
 */
export function quantityRefusal(product: ProductDetail, variant: Variant, quantity: number): string | undefined {
  if (isOutOfStock(variant)) return OUT_OF_STOCK;
  const quantityCheck = checkQuantity(quantity / storedUnitsPerSellUnit(product), quantityRules(product, variant));
  return quantityCheck.kind === 'exact' ? undefined : quantityCheck.message;
}

/**
 * Returns the current price of a line and whether the line is blocked. If the line is blocked or its price has changed,
 * also returns a warning.
 */
export function lineState(
  product: ProductDetail,
  variant: Variant,
  { quantity, seenPaise }: { quantity: number; seenPaise: number },
): Pick<CartLine, 'pricePaise' | 'warning' | 'isBlocked'> {
  const pricePaise = effectivePaise(variant);
  const refusal = quantityRefusal(product, variant, quantity);
  if (refusal) return { pricePaise, warning: refusal, isBlocked: true };
  if (pricePaise === seenPaise) return { pricePaise, isBlocked: false };
  const direction = pricePaise < seenPaise ? 'dropped' : 'risen';
  const warning = `The price has ${direction} from ${priceText(seenPaise)} to ${priceText(pricePaise)}.`;
  return { pricePaise, warning, isBlocked: false };
}
