import { colorOf, variantHref } from '#lib/catalog/products/buyable-product.ts';
import { picturesByColor } from '#lib/catalog/products/gallery.ts';
import {
  type ImageJson,
  imageJson,
  type ProductSummaryJson,
  productSummaryJson,
} from '#lib/catalog/products/product-json.ts';
import {
  type Cart,
  type CartCoupon,
  type CartLine,
  cartPreOrderWait,
  cartQuantityRange,
  deliveryTextOptions,
  storedUnitsPerSellUnit,
} from '#lib/sales/cart/cart.ts';
import { type DeliveryZone, deliveryText } from '#lib/sales/cart/delivery/delivery.ts';
import {
  arrivalText,
  ONE_PARCEL,
  ORDER_SEPARATELY,
  preOrderAt,
  preOrderText,
  shippingTime,
} from '#lib/sales/cart/delivery/delivery-time.ts';
import { CURRENCY, paiseToRupees } from '#lib/shop/money/money.ts';

// The cart in the API, with amounts in rupees and quantities in pieces or metres (product.md, "Cart").

export interface CartLineJson {
  _id: string;
  product: ProductSummaryJson & {
    unit_step: number;
    min_quantity: number;
    href: string;
    /** The hash of the picture. */
    picture: string | null;
    image: ImageJson | null;
  };
  variant: { _id: string; name: string; variant: string; price: number; sale_price: number | null; quantity: number };
  quantity: number;
  range: { min: number; max: number; step: number };
  variantDetails: { label: string; variant: string }[];
  price: number;
  /** The amount before discounts. 0 for a blocked line, which the cart's total excludes. */
  total: number;
  warning?: string;
  pre_order?: string;
  is_blocked: boolean;
}

export interface CartJson {
  lines: CartLineJson[];
  count: number;
  subtotal: number;
  discount: number;
  /** The part of the discount for outfits in the cart. */
  outfit_discount: number;
  delivery: number;
  /** The additional fee for cash on delivery. Not included in the total. */
  cod_fee: number;
  /** The discount if the order is paid online. Not deducted from the total. */
  prepaid_discount: number;
  tax: number;
  total: number;
  currency_symbol: string;
  coupon?: CartCoupon;
  warnings: string[];
  free_delivery_in: number;
  free_delivery_from: number;
  pincode?: string;
  delivery_text?: string;
  arrival?: { text: string; advice: string };
  can_checkout: boolean;
  notice?: string;
  removed?: RemovedLineJson;
}

/** A removed line, with the details for adding the line again. `quantity` is in pieces or metres. */
export interface RemovedLineJson {
  product: string;
  variant: string;
  quantity: number;
  name: string;
}

/** The cart after a change, and details of the change. */
export interface CartChange {
  cart: Cart;
  /** The token for the cookie of a guest. */
  token?: string;
  notice?: string;
  removed?: RemovedLineJson;
}

export function cartJson(cart: Cart, changeDetails: Pick<CartJson, 'notice' | 'removed'> = {}): CartJson {
  const { totals } = cart;
  return {
    lines: cart.lines.map((line) => lineJson(line, cart.zone)),
    count: cart.lines.length,
    subtotal: paiseToRupees(totals.subtotalPaise),
    discount: paiseToRupees(totals.discountPaise),
    outfit_discount: paiseToRupees(totals.outfitPaise),
    delivery: paiseToRupees(totals.deliveryPaise),
    cod_fee: paiseToRupees(codFeePaise(cart)),
    prepaid_discount: paiseToRupees(cart.prepaidDiscountPaise),
    tax: paiseToRupees(totals.taxPaise),
    total: paiseToRupees(totals.totalPaise),
    currency_symbol: CURRENCY.symbol,
    ...(cart.coupon ? { coupon: cart.coupon } : {}),
    warnings: cart.warnings,
    free_delivery_in: paiseToRupees(totals.freeDeliveryInPaise),
    free_delivery_from: paiseToRupees(cart.zone.freeFromPaise),
    ...deliveryJson(cart),
    can_checkout: cart.lines.length > 0 && !cart.lines.some(({ isBlocked }) => isBlocked),
    ...changeDetails,
  };
}

function deliveryJson(cart: Cart): Pick<CartJson, 'pincode' | 'delivery_text' | 'arrival'> {
  const { pincode, zone, at } = cart;
  const wait = cartPreOrderWait(cart);
  const shipsLater = cart.lines.length > 0 && shippingTime(zone, wait, at) !== undefined;
  const advice = wait?.isMixed ? `${ONE_PARCEL} ${ORDER_SEPARATELY}` : '';
  return {
    ...(pincode === undefined ? {} : { pincode, delivery_text: deliveryText(zone, deliveryTextOptions(cart)) }),
    ...(shipsLater ? { arrival: { text: arrivalText(zone, wait, at), advice } } : {}),
  };
}

function codFeePaise({ lines, pincode, zone }: Cart): number {
  if (lines.length === 0 || pincode === undefined) return 0;
  return zone.isCod ? zone.codFeePaise : 0;
}

function lineJson(line: CartLine, { closings }: Pick<DeliveryZone, 'closings'>): CartLineJson {
  const { product, variant, warning, totals } = line;
  const unitsPerSellUnit = storedUnitsPerSellUnit(product);
  const range = cartQuantityRange(product, variant);
  const shipsAt = preOrderAt(variant);
  return {
    _id: line._id,
    product: productOfLine(line),
    variant: variantOfLine(line),
    quantity: line.quantity / unitsPerSellUnit,
    range: {
      min: range.min / unitsPerSellUnit,
      max: range.max / unitsPerSellUnit,
      step: range.step / unitsPerSellUnit,
    },
    variantDetails: product.options.map(({ label }, index) => ({ label, variant: variant.values[index] ?? '' })),
    price: paiseToRupees(line.pricePaise),
    total: paiseToRupees(totals?.subtotalPaise ?? 0),
    ...(warning ? { warning } : {}),
    ...(shipsAt === undefined ? {} : { pre_order: preOrderText(shipsAt, closings) }),
    is_blocked: line.isBlocked,
  };
}

function productOfLine(line: CartLine): CartLineJson['product'] {
  const { product, variant } = line;
  const unitsPerSellUnit = storedUnitsPerSellUnit(product);
  const picture = linePicture(line);
  return {
    ...productSummaryJson(product),
    unit_step: product.sellUnit === 'metre' ? product.unitStepCm / unitsPerSellUnit : 1,
    min_quantity: product.minQuantity / unitsPerSellUnit,
    href: variantHref(product, variant),
    picture: picture?.hash ?? null,
    image: picture ? imageJson(picture) : null,
  };
}

function variantOfLine({ product, variant }: CartLine): CartLineJson['variant'] {
  return {
    _id: String(variant._id),
    name: variant.name || product.name,
    variant: variant.name,
    price: paiseToRupees(variant.pricePaise),
    sale_price: variant.salePricePaise === undefined ? null : paiseToRupees(variant.salePricePaise),
    quantity: variant.quantity / storedUnitsPerSellUnit(product),
  };
}

export function linePicture({ product, variant }: Pick<CartLine, 'product' | 'variant'>) {
  return picturesByColor(product.pictures, colorOf(product, variant.values))[0];
}
