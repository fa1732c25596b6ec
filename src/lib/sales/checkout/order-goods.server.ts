import { colorOf } from '#lib/catalog/products/buyable-product.ts';
import { withDueSale } from '#lib/catalog/products/sale-schedule.ts';
import { saleSchedules } from '#lib/catalog/products/sale-schedules.server.ts';
import type { Tx } from '#lib/platform/db/db.server.ts';
import { preparedQuery } from '#lib/platform/db/prepared-query.server.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';
import { CART_MESSAGES } from '#lib/sales/cart/cart.ts';
import {
  hasSwatches,
  SWATCH_MESSAGES,
  type SwatchOffer,
  swatchName,
  swatchPricePaise,
} from '#lib/sales/cart/offers/swatches.ts';
import { CHECKOUT_MESSAGES } from '#lib/sales/checkout/checkout.ts';
import { boughtPictureHash, type ProductPicture } from '#lib/sales/orders/record/bought-picture.ts';

export type OrderedLine = ReturnType<typeof orderedLine>;

/**
 * Empties the cart, so that a second order from the same cart is refused, and returns the goods. Leaves out goods that
 * are no longer sold. Throws `conflict` if the cart has no goods, or if goods can't be sold as they are in the cart.
 */
export async function takeCart(
  tx: Tx,
  cartId: string,
  at: number,
  offer: SwatchOffer | undefined,
): Promise<OrderedLine[]> {
  const { rows: lines } = await deleteLines(tx, { cartId });
  const swatches = new Set(lines.flatMap(({ variant_id, swatch }) => (swatch === 1 ? variant_id : [])));
  const quantities = new Map(lines.map((line) => [line.variant_id, line.quantity]));
  const goods = lines.length === 0 ? [] : await goodsForOrder(tx, quantities, at, { swatches, offer });
  if (goods.length === 0) throw new ShopError('conflict', CHECKOUT_MESSAGES.emptyCart);
  return goods;
}

const deleteLines = preparedQuery((db, { cartId }: { cartId: string }) =>
  db.deleteFrom('cart_line').where('cart_id', '=', cartId).returning(['variant_id', 'quantity', 'swatch']),
);

interface OrderedCart {
  /** The ids of the variants that are in the cart as swatches. */
  swatches: ReadonlySet<number>;
  offer: SwatchOffer | undefined;
}

/**
 * Returns the lines of an order with the prices at `at`, sorted by variant, so that two orders can't deadlock.
 * `quantities` contains quantities by variant id; swatches have the length of the offer instead. With a cart, leaves
 * out goods that are no longer sold, because the cart has already reported them; without a cart, throws `conflict`.
 * Also throws `conflict` if goods can't be sold in the ordered quantity or as a swatch.
 */
export async function goodsForOrder(
  tx: Tx,
  quantities: ReadonlyMap<number, number>,
  at: number,
  cart?: OrderedCart,
): Promise<OrderedLine[]> {
  const { rows: storedRows } = await goodsOf(tx, { variantIds: [...quantities.keys()] });
  if (!cart && storedRows.length < quantities.size) throw new ShopError('conflict', CART_MESSAGES.productNotSold);
  if (storedRows.length === 0) return [];
  const productIds = [...new Set(storedRows.map((row) => row.productId))];
  const sales = await saleSchedules(tx, productIds);
  const rows = storedRows.flatMap((row) => withDueSale(sales.get(row.productId), [row], at));
  const { rows: pictures } = await picturesOf(tx, { productIds });
  return rows.map((row) => {
    const quantity = quantities.get(row.id) ?? 0;
    const isSwatch = cart?.swatches.has(row.id) ?? false;
    if (!isSwatch) requireValidQuantity(row, quantity);
    const productPictures = pictures.filter((picture) => picture.product_id === row.productId);
    const line = orderedLine(row, quantity, productPictures);
    return isSwatch ? swatchLine(line, cart?.offer) : line;
  });
}

/** Throws `conflict` if the owner has changed the sales unit or minimum since the item was added to the cart. */
function requireValidQuantity({ name, sellUnit, unit_step_cm, min_quantity }: GoodsRow, quantity: number): void {
  const step = sellUnit === 'metre' ? unit_step_cm : 1;
  if (quantity >= min_quantity && (quantity - min_quantity) % step === 0) return;
  throw new ShopError('conflict', `${name} is now sold in different quantities. Please check your cart.`);
}

function swatchLine(line: OrderedLine, offer: SwatchOffer | undefined): OrderedLine {
  if (!hasSwatches(offer, line)) throw new ShopError('conflict', `${line.name}: ${SWATCH_MESSAGES.notOffered}`);
  const { lengthCm: quantity } = offer;
  // Swatches can't be pre-ordered, because they are cut from cloth in stock.
  const swatch = { quantity, pricePaise: swatchPricePaise(offer), preOrderAt: null, isSwatch: true };
  return { ...line, name: swatchName(line.name), ...swatch };
}

function orderedLine(row: GoodsRow, quantity: number, pictures: readonly ProductPicture[]) {
  const { id, price_paise, sale_price_paise, unit_step_cm, min_quantity, options_json, values_json, ...goods } = row;
  const labels: string[] = JSON.parse(options_json);
  const options = labels.map((label) => ({ label }));
  const color = colorOf({ options }, JSON.parse(values_json)) ?? null;
  return {
    ...goods,
    variantId: id,
    pricePaise: sale_price_paise ?? price_paise,
    quantity,
    color,
    pictureHash: boughtPictureHash(pictures, color),
    isSwatch: false,
  };
}

const goodsOf = preparedQuery((db, { variantIds }: { variantIds: number[] }) =>
  db
    .selectFrom('variant')
    .innerJoin('product', 'product.id', 'variant.product_id')
    .select([
      'variant.id',
      'product_id as productId',
      'slug',
      'product.name',
      'variant.name as variant',
      'sku',
      'tax_hsn as hsn',
      'sell_unit as sellUnit',
      'pre_order_at as preOrderAt',
    ])
    .select(['variant.price_paise', 'variant.sale_price_paise', 'unit_step_cm', 'min_quantity'])
    .select(['options_json', 'values_json'])
    .where('variant.id', 'in', variantIds)
    .where('status', '=', 'active')
    .orderBy('variant.id'),
);

type GoodsRow = Awaited<ReturnType<typeof goodsOf>>['rows'][number];

const picturesOf = preparedQuery((db, { productIds }: { productIds: number[] }) =>
  db
    .selectFrom('picture')
    .select(['product_id', 'hash', 'color'])
    .where('product_id', 'in', productIds)
    .orderBy('product_id')
    .orderBy('position'),
);
