import { subtotalPaise } from '#lib/cart/cart-totals.ts';
import { deliveryZone } from '#lib/cart/delivery.ts';
import { type CartOwner, findCart } from '#lib/cart/find-cart.server.ts';
import { refreshStock, type StockChange, takeEach } from '#lib/catalog/stock.server.ts';
import { claimAttempt } from '#lib/db/attempt.server.ts';
import type { Tx } from '#lib/db/db.server.ts';
import { prepared } from '#lib/db/prepared.server.ts';
import type { CartTable } from '#lib/db/tables/cart.ts';
import type { OrderLineTable, PaymentMethod } from '#lib/db/tables/orders.ts';
import { transaction } from '#lib/db/transaction.server.ts';
import { completeAddress } from '#lib/identity/address.server.ts';
import { newId } from '#lib/identity/tokens.server.ts';
import { paiseToRupees } from '#lib/money/money.ts';
import { isSameState } from '#lib/money/tax.ts';
import { noteEvent, type OrderRow } from '#lib/orders/change-order.server.ts';
import { checkHold, type HoldBuyer, type HoldShop, isScarce, newHold } from '#lib/orders/hold-bounds.server.ts';
import { claimKey, hashText, isSameCart } from '#lib/orders/idempotency.server.ts';
import { letGoOfOthers } from '#lib/orders/let-go.server.ts';
import { nextOrderNumber } from '#lib/orders/number-series.server.ts';
import { type BudgetShop, countOrder } from '#lib/orders/order-budget.server.ts';
import { couponForOrder, takeCoupon } from '#lib/orders/order-coupon.server.ts';
import { mailOrder } from '#lib/orders/order-mail.server.ts';
import { type OrderAddress, soldOut } from '#lib/orders/orders.ts';
import { type OrderPrice, priceOrder } from '#lib/orders/price-order.ts';
import { type TakenLine, takeCart } from '#lib/orders/take-cart.server.ts';
import { ShopError } from '#lib/shop/shop-error.ts';
import { shopSettings } from '#lib/shop/shop-settings.ts';

export interface OrderInput {
  contact: { email: string; mobile: string };
  address: OrderAddress;
  payment: PaymentMethod;
  note?: string | undefined;
  /** Rupees that the buyer was shown; another price is refused. */
  total?: number | undefined;
}

/**
 * Places an order for what is in the owner's cart, in one transaction: prices of this moment, stock and coupon taken by
 * statements that guard themselves, everything kept as it was, a number, the mail (product.md, "Cart and checkout"). The
 * same key with the same input gives the first order again. Throws `conflict` when something can't be had, `invalid`, and
 * `too_many` (order-budget, hold-bounds).
 */
export async function placeOrder(
  shop: HoldShop & BudgetShop,
  owner: CartOwner,
  given: OrderInput,
  key?: string,
): Promise<OrderRow> {
  const at = shop.now();
  const input = { ...given, address: await completeAddress(given.address) };
  const orderId = newId();
  const name = owner.customerId === undefined ? `cart:${hashText(owner.token ?? '')}` : `customer:${owner.customerId}`;
  return transaction(shop.db, async (tx) => {
    const cart = await findCart(tx, owner, at);
    const first = key
      ? await claimKey(tx, { owner: name, key, bodyHash: hashText(JSON.stringify(input)), orderId, at }, cart?.id)
      : await claimAttempt(shop.db, tx, { what: 'order', madeId: orderId, now: at });
    if (first !== undefined && (key || (await isSameCart(tx, cart?.id, first)))) {
      return tx.selectFrom('orders').selectAll().where('id', '=', first).executeTakeFirstOrThrow();
    }
    if (!cart) throw new ShopError('conflict', 'Your cart is empty.');
    const { email } = input.contact;
    await countOrder(tx, shop, { email, customer_id: owner.customerId ?? null, network: owner.network });
    const lines = await takeCart(tx, cart.id);
    const customerId = owner.customerId ?? null;
    const price = await priceCart(tx, cart, lines, input, { orderId, customerId, at });
    const buyer = { owner: name, email: input.contact.email, network: owner.network };
    return writeOrder(tx, shop, { orderId, at, input, customerId, buyer, cart, lines, price });
  });
}

async function priceCart(
  tx: Tx,
  cart: CartTable,
  lines: readonly TakenLine[],
  { contact, address, payment, total }: OrderInput,
  { orderId, customerId, at }: Pick<Draft, 'orderId' | 'customerId' | 'at'>,
): Promise<OrderPrice> {
  const zone = deliveryZone(address.pincode);
  const isCod = payment === 'cod';
  if (isCod && !zone.isCod) throw new ShopError('conflict', 'Cash on delivery is not offered at this pincode.');
  const terms = { zone, isCod, isSameState: isSameState(address.state, shopSettings.state.name), at };
  const coupon = await couponForOrder(tx, cart.coupon_code, subtotalPaise(lines), at);
  const price = priceOrder(lines, { ...terms, coupon });
  const { totalPaise } = price.totals;
  if (isCod && totalPaise > zone.codMaximumPaise) {
    throw new ShopError('conflict', 'This order is too large for cash on delivery. Please choose another way to pay.');
  }
  if (total !== undefined && paiseToRupees(totalPaise) !== total) {
    throw new ShopError('conflict', 'The price has changed since you saw it. Please look at your order again.');
  }
  if (coupon) await takeCoupon(tx, coupon, { orderId, customerId, contact, at });
  return price;
}

interface Draft {
  orderId: string;
  at: number;
  input: OrderInput;
  customerId: string | null;
  buyer: HoldBuyer;
  cart: CartTable;
  lines: readonly TakenLine[];
  price: OrderPrice;
}

async function writeOrder(tx: Tx, shop: HoldShop, draft: Draft): Promise<OrderRow> {
  const { orderId, at, cart, buyer } = draft;
  const isUnpaid = !isPlacedAtOnce(draft);
  // Before the stock is taken: who orders the same once more may have what the first try held.
  if (isUnpaid) await letGoOfOthers(tx, buyer.owner, orderId, at);
  const { lines, scarceCount } = await takeLines(tx, shop, draft);
  const counts = { line_count: lines.length, scarce_count: scarceCount };
  const isFree = draft.price.totals.totalPaise === 0;
  const hold = isUnpaid || (scarceCount > 0 && !isFree) ? newHold(shop, orderId, buyer, counts, at) : undefined;
  if (hold) await checkHold(tx, shop, hold, isUnpaid);
  if (cart.coupon_code !== null) {
    await tx.updateTable('cart').set({ coupon_code: null }).where('id', '=', cart.id).execute();
  }
  const number = await nextOrderNumber(tx, at);
  const { holdMs, scarceHoldMs } = shop.settings.holds;
  const holdUntil = isUnpaid ? at + (scarceCount > 0 ? Math.min(holdMs, scarceHoldMs) : holdMs) : null;
  const order = orderRow(draft, number, holdUntil);
  await insertOrder(tx, order);
  await insertLines(tx, lines);
  if (hold) await tx.insertInto('stock_hold').values(hold).execute();
  await noteEvent(tx, orderId, at, order.order_status);
  if (order.order_status === 'placed') await mailOrder(tx, shop, order, 'placed', { lines });
  return order;
}

function isPlacedAtOnce({ input, price }: Draft): boolean {
  return input.payment === 'cod' || price.totals.totalPaise === 0;
}

const insertOrder = prepared((db, row: OrderRow) => db.insertInto('orders').values(row));
const insertLines = prepared((db, rows: OrderLineTable[]) => db.insertInto('order_line').values(rows));

/** The lines come in the order of their variants, so that two orders never wait for each other. */
async function takeLines(
  tx: Tx,
  { settings }: HoldShop,
  { orderId, at, lines, price }: Draft,
): Promise<{ lines: OrderLineTable[]; scarceCount: number }> {
  let scarceCount = 0;
  const changes: StockChange[] = [];
  const rows: OrderLineTable[] = [];
  const taken = await takeEach(tx, lines, { why: 'order', at, orderId });
  for (const [position, line] of lines.entries()) {
    const stock = taken[position];
    if (!stock && !line.mayBeAhead) throw new ShopError('conflict', soldOut(line.name));
    if (stock) {
      changes.push({ productId: line.productId, slug: line.slug, isListed: stock.left === 0 });
      if (isScarce(settings.holds.scarceShare, line.quantity, stock.left)) scarceCount++;
    }
    rows.push({
      ...lineRow(orderId, position, line, price),
      taken: stock ? 1 : 0,
      bolt_position: stock?.boltPosition ?? null,
    });
  }
  await refreshStock(tx, changes);
  return { lines: rows, scarceCount };
}

function lineRow(
  orderId: string,
  position: number,
  line: TakenLine,
  { totals, lineTaxes }: OrderPrice,
): Omit<OrderLineTable, 'taken' | 'bolt_position'> {
  const amounts = totals.lines[position];
  const tax = lineTaxes[position];
  if (!amounts || !tax) throw new Error('every line has a price');
  return {
    order_id: orderId,
    position,
    product_id: line.productId,
    variant_id: line.variantId,
    slug: line.slug,
    name: line.name,
    variant: line.variant,
    sku: line.sku,
    hsn: line.hsn,
    sell_unit: line.sellUnit,
    quantity: line.quantity,
    price_paise: line.pricePaise,
    subtotal_paise: amounts.subtotalPaise,
    discount_paise: amounts.discountPaise,
    tax_rate_bp: tax.rateBp,
    taxable_paise: tax.taxablePaise,
    cgst_paise: tax.cgstPaise,
    sgst_paise: tax.sgstPaise,
    igst_paise: tax.igstPaise,
    total_paise: amounts.totalPaise,
  };
}

function orderRow(draft: Draft, number: string, holdUntil: number | null): OrderRow {
  const { orderId, at, input, customerId, cart, price } = draft;
  const { totals, deliveryTax, taxPaise } = price;
  const isFree = totals.totalPaise === 0;
  const isPlaced = isPlacedAtOnce(draft);
  return {
    id: orderId,
    number,
    customer_id: customerId,
    email: input.contact.email,
    mobile: input.contact.mobile,
    address_json: JSON.stringify(input.address),
    order_status: isPlaced ? 'placed' : 'pending',
    payment_status: isFree ? 'paid' : input.payment === 'cod' ? 'cod' : 'unpaid',
    payment_method: input.payment,
    subtotal_paise: totals.subtotalPaise,
    discount_paise: totals.discountPaise,
    delivery_paise: totals.deliveryPaise,
    tax_paise: taxPaise,
    total_paise: totals.totalPaise,
    delivery_tax_json: JSON.stringify(deliveryTax),
    coupon_code: cart.coupon_code,
    note: input.note || null,
    hold_until: holdUntil,
    stock_held: 1,
    counted: 0,
    carrier: null,
    tracking_number: null,
    tracking_url: null,
    invoice_number: null,
    invoice_at: null,
    created_at: at,
    updated_at: at,
    paid_at: isFree ? at : null,
    delivered_at: null,
  };
}
