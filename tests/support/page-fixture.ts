import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClosing } from '#lib/admin/inbox/bulk/inbox-bulk-action.server.ts';
import { saveView } from '#lib/admin/views/saved-views.server.ts';
import { planBulkAction } from '#lib/catalog/admin/bulk/plan-bulk-action.server.ts';
import { beginImport } from '#lib/catalog/admin/imports/begin-import.server.ts';
import { DEFAULT_RULES } from '#lib/catalog/admin/imports/stored-import.ts';
import { type ChallengeShop, createChallenge } from '#lib/customers/auth/challenges.server.ts';
import { openDatabase, type ShopDatabase } from '#lib/platform/db/db.server.ts';
import { transaction } from '#lib/platform/db/transaction.server.ts';
import { PictureStore } from '#lib/platform/files/pictures/pictures.server.ts';
import { DiskFileStore } from '#lib/platform/files/storage/disk-file-store.server.ts';
import { unsubscribeLink } from '#lib/platform/mail/unsubscribe-link.server.ts';
import { findSecretKey } from '#lib/platform/secret-key.server.ts';
import { readSettings } from '#lib/platform/settings/settings.server.ts';
import { DAY_MS } from '#lib/primitives/durations.ts';
import { RESTOCK_LIST } from '#lib/sales/back-in-stock/restock-mails.server.ts';
import { addToCart } from '#lib/sales/cart/add-to-cart.server.ts';
import { placeOrder } from '#lib/sales/checkout/place-order.server.ts';
import { createBulkAction } from '#lib/sales/orders/admin/bulk-actions.server.ts';
import { paymentToken } from '#lib/sales/orders/record/payment-token.server.ts';
import { trackToken } from '#lib/sales/orders/record/track-token.server.ts';
import { awaitConfirmation } from './cash-confirmation.ts';
import { placeDeliveredOrder, stockUp } from './delivered-order.ts';
import { addInbox, type InboxIds } from './e2e-inbox.ts';
import { BUYABLE } from './e2e-order.ts';
import { placeCashOrders } from './e2e-orders.ts';
import { E2E_ORIGIN } from './e2e-origin.ts';
import { variantOf } from './goods.ts';
import { draftEditor } from './manual-orders.ts';
import { COD } from './order-fixture.ts';
import { addRowOwner, type RowOwner } from './owned-rows.ts';
import { insertShipment } from './shipment-row.ts';
import { addStaff } from './staff.ts';

/** A customer in the shop under test with one row of every kind, for tests that open every page. */
export interface PageFixture extends RowOwner {
  deliveredOrder: string;
  unpaidOrder: string;
  /** The id of a variant and the slug of its product. */
  soldOutVariant: { id: string; slug: string };
  trackToken: string;
  /** The token of a payment link for the unpaid order. */
  payToken: string;
  /** The token of the confirmation link for the unconfirmed order. */
  confirmToken: string;
  unconfirmedOrder: string;
  newsletterToken: string;
  orderCodeToken: string;
  staffToken: string;
  /** An order that is placed, but not yet processed. */
  openOrder: string;
  /** An order with courier rates. */
  ratedOrder: string;
  /** A bulk action with a pending row and a failed row. */
  bulkAction: string;
  /** A preview of a change to products. */
  productBulkAction: string;
  /** A preview of an import with a changed, a new and an invalid product. */
  productImport: string;
  /** A draft order with an item and an address. */
  draft: string;
  restockToken: string;
  /** A bulk action in the inbox with a pending row. */
  inboxBulkAction: string;
  /** The ids of a requested exchange, a message, and a saved reply in the inbox, and the number of a ticket. */
  inbox: InboxIds;
}

/** A customer's name that is longer than its column and contains long words. */
const LONG_NAME = '<link rel=import href=//example.org/import> Venkatasubramanian Krishnamurthy Lakshminarayan';

/** Adds the rows that the pages show to the database of the shop under test. */
export async function addPageFixture(): Promise<PageFixture> {
  const dataDir = process.env.E2E_DATA ?? '';
  const db = await openDatabase({ dataDir });
  try {
    const owner = await addRowOwner(db);
    await addRowOwner(db, LONG_NAME);
    const secretKey = (await findSecretKey({ secretKey: '', dataDir })) ?? '';
    const settings = readSettings({});
    const deliveredId = await placeDeliveredOrder(owner.id, BUYABLE.slug);
    const shop = { db, now: Date.now, secretKey, settings };
    const [openId = '', unconfirmedId = ''] = (await placeCashOrders(db, 2)).ids;
    await awaitConfirmation(db, unconfirmedId);
    const newsletterLink = unsubscribeLink(shop, { path: '', purpose: 'unsubscribe' }, 'subscriber');
    const restockLink = unsubscribeLink(shop, RESTOCK_LIST, 'mailbox');
    await fillCheckout(owner);
    const inbox = await addInbox(shop, owner);
    const unpaidId = await placeUnpaidOrder(shop, owner);
    return {
      ...owner,
      deliveredOrder: deliveredId,
      unpaidOrder: unpaidId,
      payToken: paymentToken(secretKey, { orderId: unpaidId, purpose: 'order', until: Date.now() + DAY_MS }),
      soldOutVariant: await findSoldOutVariant(db),
      trackToken: trackToken(secretKey, deliveredId),
      confirmToken: trackToken(secretKey, unconfirmedId),
      unconfirmedOrder: unconfirmedId,
      orderCodeToken: await createOrderCode(shop, owner.email),
      staffToken: await addStaffWithView(shop),
      openOrder: openId,
      ratedOrder: await addShipments(db),
      bulkAction: await createOrderBulkAction(shop, [openId, deliveredId]),
      productBulkAction: await createProductBulkAction(shop),
      productImport: await createImport(db, dataDir),
      inbox,
      inboxBulkAction: await createClosing(shop, [{ kind: 'message', id: inbox.message, version: 0 }]),
      draft: await draftEditor(shop).createFilledDraft([[BUYABLE.slug, 1]]),
      newsletterToken: newsletterLink.slice(newsletterLink.lastIndexOf('/') + 1),
      restockToken: restockLink.slice(restockLink.lastIndexOf('/') + 1),
    };
  } finally {
    await db.close();
  }
}

/** Adds a shipment with rates, an undelivered and a returned shipment. Returns the id of the first shipment's order. */
async function addShipments(db: ShopDatabase): Promise<string> {
  const [ratedId = '', undeliveredId = '', returnedId = ''] = (await placeCashOrders(db, 3)).ids;
  const rate = { courierId: 43, courier: 'Delhivery Surface', freightPaise: 5_400, returnPaise: 5_400 };
  const rates_json = JSON.stringify([{ ...rate, estimate: 'Dec 02, 2026', isRecommended: true }]);
  await insertShipment(db, ratedId, { rates_json, courier_id: 43 });
  const failedAttempt = { status: 'undelivered', status_at: 1, attempts: 1, reason: 'Customer not available' } as const;
  await insertShipment(db, undeliveredId, {
    ...{ phase: 'booked', courier_name: 'Blue Dart', awb: undeliveredId },
    ...failedAttempt,
  });
  await insertShipment(db, returnedId, { phase: 'booked', awb: returnedId, status: 'came_back', status_at: 1 });
  return ratedId;
}

async function placeUnpaidOrder(
  shop: Parameters<typeof placeOrder>[0] & Parameters<typeof addToCart>[0],
  { id: customerId, email }: RowOwner,
) {
  const product = 'kora-single-mulmul';
  const variant = await variantOf(shop.db, product);
  await stockUp(shop.db, variant, 1_000);
  const { token } = await addToCart(shop, {}, { product, quantity: 2, variant });
  const { id } = await placeOrder(shop, { token }, { ...COD, contact: { ...COD.contact, email }, payment: 'test' });
  await shop.db.write.updateTable('orders').set({ customer_id: customerId }).where('id', '=', id).execute();
  return id;
}

async function addStaffWithView(shop: Parameters<typeof saveView>[0]): Promise<string> {
  const { id: staffId, token } = await addStaff(shop.db);
  const view = { list: 'orders', name: 'Cash', query: 'status=cash_due', shared: true } as const;
  await saveView(shop, { staffId, role: 'owner' }, view);
  return token;
}

async function createOrderBulkAction(
  shop: Parameters<typeof createBulkAction>[0],
  orderIds: string[],
): Promise<string> {
  const orders = orderIds.map((id) => ({ id, version: 0 }));
  const bulkAction = await createBulkAction(shop, { action: 'shipped', orders });
  await shop.db.write
    .updateTable('bulk_action_row')
    .set({ state: 'failed', message: 'An order that is delivered can’t be changed to “Shipped”.' })
    .where('bulk_id', '=', bulkAction)
    .where('position', '=', 1)
    .execute();
  return bulkAction;
}

function createProductBulkAction(shop: Parameters<typeof planBulkAction>[0]): Promise<string> {
  const change = { action: 'price', direction: 'up', amount: 10, unit: 'percent', rounding: 'nine' } as const;
  return planBulkAction(shop, { change, chosen: { products: [1, 2, 3] } });
}

async function createImport(db: ShopDatabase, dataDir: string): Promise<string> {
  const path = join(mkdtempSync(join(tmpdir(), 'taana-shown-')), 'goods.csv');
  const product = await db.read.selectFrom('product').select('name').where('id', '=', 1).executeTakeFirstOrThrow();
  const rows = ['Item,Price,Stock,Category,Remarks', `"${product.name}",1250,4,Women,`, 'Shown shawl,900,3,Wraps,new'];
  writeFileSync(path, [...rows, 'Broken shawl,much,3,Wraps,'].join('\n'));
  const file = { field: 'file', name: 'goods.csv', kind: 'csv' as const, bytes: 100, path };
  const shop = { db, now: Date.now, settings: readSettings({ DATA_DIR: dataDir }) };
  const parts = { files: new DiskFileStore(dataDir), pictures: new PictureStore(dataDir) };
  return beginImport({ ...shop, ...parts }, DEFAULT_RULES, file);
}

/** Returns the token of the page on which a guest enters the code for an order. */
async function createOrderCode(shop: ChallengeShop, email: string): Promise<string> {
  const challenge = { purpose: 'order', email, details: {} } as const;
  return (await transaction(shop.db, (tx) => createChallenge(shop, tx, challenge))).token;
}

async function findSoldOutVariant(db: ShopDatabase): Promise<PageFixture['soldOutVariant']> {
  const query = db.write
    .selectFrom('variant')
    .innerJoin('product', 'product.id', 'variant.product_id')
    .select(['variant.id', 'slug'])
    .where('quantity', '=', 0)
    .where('pre_order_at', 'is', null)
    .where('status', '=', 'active');
  const { id, slug } = await query.executeTakeFirstOrThrow();
  return { id: String(id), slug };
}

/** Adds an item to the cart, and fills in the checkout up to the payment step. */
async function fillCheckout({ email, token, rowIds }: RowOwner): Promise<void> {
  const item = { product: 'kora-single-mulmul', quantity: 2 };
  await send('/public/cart/create', item);
  for (const step of [
    { step: 'contact', email, mobile: '9876543210' },
    { step: 'address', address: rowIds.address },
    { step: 'delivery', delivery: 'standard' },
  ]) {
    await send('/public/checkout/draft', step);
  }

  async function send(path: string, body: object): Promise<void> {
    const headers = {
      origin: E2E_ORIGIN,
      cookie: `session=${token}`,
      'content-type': 'application/json',
      accept: 'application/json',
    };
    const response = await fetch(E2E_ORIGIN + path, { method: 'POST', headers, body: JSON.stringify(body) });
    if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
  }
}
