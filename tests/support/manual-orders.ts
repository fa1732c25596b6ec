import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import type { ManualSource } from '#lib/platform/db/tables/orders.ts';
import { readSettings } from '#lib/platform/settings/settings.server.ts';
import { EMPTY_ADDRESS } from '#lib/sales/address/address.ts';
import { type DraftContact, saveAddress, saveContact } from '#lib/sales/manual-orders/draft-customer.server.ts';
import { addGoods } from '#lib/sales/manual-orders/draft-lines.server.ts';
import { createDraft, type DraftShop } from '#lib/sales/manual-orders/drafts.server.ts';
import { type PlaceDraftForm, placeDraft } from '#lib/sales/manual-orders/place-draft.server.ts';
import { readDraft } from '#lib/sales/manual-orders/read-draft.server.ts';
import { variantOf } from './goods.ts';
import { HOME, orderFixture } from './order-fixture.ts';

const CALLER = { contactName: 'Asha Rao', contactMobile: '9876543210', contactEmail: 'asha@example.in' };

/** Returns functions that edit drafts as staff do: each step sends the version that the page would show. */
export function draftEditor(shop: DraftShop) {
  const read = async (id: string) => {
    const draft = await readDraft(shop, id);
    if (!draft) throw new Error(`Draft ${id} does not exist.`);
    return draft;
  };
  const version = async (id: string) => ({ id, version: (await read(id)).draft.updated_at });
  const add = async (id: string, slug: string, quantity?: number, position = 0) =>
    addGoods(shop, {
      ...(await version(id)),
      variant: Number(await variantOf(shop.db, slug, position)),
      quantity,
    });
  const contact = async (id: string, overrides: Partial<DraftContact> = {}) =>
    saveContact(shop, {
      ...{ ...(await version(id)), ...CALLER, source: 'phone', handover: 'send', note: '' },
      ...overrides,
    });
  const address = async (id: string, overrides: Partial<typeof HOME> = {}) =>
    saveAddress(shop, { ...(await version(id)), ...EMPTY_ADDRESS, ...HOME, ...overrides });
  /** Creates a draft with items, a customer, and an address unless the customer collects the order. Returns its id. */
  async function createFilledDraft(
    goods: [slug: string, quantity: number, position?: number][],
    overrides: Partial<DraftContact> = {},
    source: ManualSource = 'phone',
  ): Promise<string> {
    const { id } = await createDraft(shop, source);
    for (const [slug, quantity, position] of goods) await add(id, slug, quantity, position);
    await contact(id, { source, ...overrides });
    if (overrides.handover !== 'collect') await address(id);
    return id;
  }
  return { read, version, add, contact, address, createFilledDraft };
}

/** Returns a shop without a server, with the test gateway, and functions that enter orders as staff do. */
export function manualFixture(db: ShopDatabase) {
  const fixture = orderFixture(db);
  const settings = { ...readSettings({}), ...fixture.shop.settings, mode: 'demo' as const };
  const shop = { ...fixture.shop, settings };
  const editor = draftEditor(shop);
  /** Returns the form as the page currently shows it. */
  async function form(
    id: string,
    payment: PlaceDraftForm['payment'],
    overrides: Partial<PlaceDraftForm> = {},
  ): Promise<PlaceDraftForm> {
    const { totals, cash, shipsAt, draft } = await editor.read(id);
    const totalPaise = payment === 'cod' && cash ? cash.totalPaise : totals.totalPaise;
    return { id, version: draft.updated_at, payment, hours: 24, total: totalPaise / 100, shipsAt, ...overrides };
  }
  const place = async (id: string, payment: PlaceDraftForm['payment'], overrides: Partial<PlaceDraftForm> = {}) =>
    placeDraft(shop, await form(id, payment, overrides));
  const linesOf = (orderId: string) =>
    db.write.selectFrom('order_line').selectAll().where('order_id', '=', orderId).orderBy('position').execute();
  const eventsOf = (orderId: string) =>
    db.write.selectFrom('order_event').selectAll().where('order_id', '=', orderId).orderBy('id').execute();
  const counts = async () => ({
    orders: (await db.write.selectFrom('orders').select('id').execute()).length,
    drafts: (await db.write.selectFrom('draft_order').select('id').execute()).length,
  });
  return { ...fixture, ...editor, shop, form, place, linesOf, eventsOf, counts };
}
