import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import type { FileStore } from '#lib/platform/files/storage/file-store.ts';
import { newId } from '#lib/platform/tokens.server.ts';
import { createAddress } from '#lib/sales/address/address.server.ts';
import { addCustomer, type TestCustomer } from './customers.ts';
import { samplePng } from './sample-files.ts';

/** A part of the customer's private texts, but not of the customer's name, because reviews show the name. */
export const MARK = 'Ownmark';

/** The ids of the customer's rows, by kind. */
export interface OwnedIds {
  address: string;
  attachment: string;
  cartLine: string;
  exchangeImage: string;
  order: string;
  /** The product that the rows refer to. The customer does not own this row. */
  product: string;
  review: string;
  session: string;
  ticket: string;
  /** The variant that the cart line refers to. The customer does not own this row. */
  variant: string;
  wishlistEntry: string;
}
export interface RowOwner extends TestCustomer {
  rowIds: OwnedIds;
}

/** Creates a customer with one row of each kind. New kinds must be added here and to `storedDataOf`. */
export async function addRowOwner(db: ShopDatabase, name = 'Asha Rao'): Promise<RowOwner> {
  const owner = await addCustomer(db, name);
  const { id: customer_id } = owner;
  const variant = await db.write.selectFrom('variant').select(['id', 'product_id']).executeTakeFirstOrThrow();
  const now = Date.now();
  const rowIds = { cartLine: newId(), order: newId(), review: newId(), ticket: newId(), wishlistEntry: newId() };
  const address = await createAddress({ db, now: () => now }, { ...ADDRESS, street: `${MARK} Lane` }, customer_id);
  const cart = { id: newId(), token_hash: null, customer_id, coupon_code: null, pincode: null };
  await db.write
    .insertInto('cart')
    .values({ ...cart, created_at: now, updated_at: now })
    .execute();
  const line = { id: rowIds.cartLine, cart_id: cart.id, variant_id: variant.id, quantity: 1, price_paise: 125_000 };
  await db.write
    .insertInto('cart_line')
    .values({ ...line, added_at: now })
    .execute();
  const entry = { id: rowIds.wishlistEntry, customer_id, product_id: variant.product_id, created_at: now };
  await db.write.insertInto('wishlist_entry').values(entry).execute();
  await db.write
    .insertInto('review')
    .values(reviewRow(rowIds.review, owner.id, variant.product_id, now))
    .execute();
  await db.write
    .insertInto('orders')
    .values(orderRow(rowIds.order, owner, now))
    .execute();
  await db.write.insertInto('order_credit').values(creditRow(rowIds.order, now)).execute();
  const exchangeImage = await addExchange(db, rowIds.order, customer_id, now);
  const ticket = await addTicket(db, customer_id, now);
  const session = await db.write
    .selectFrom('session')
    .select('id')
    .where('customer_id', '=', customer_id)
    .executeTakeFirstOrThrow();
  return {
    ...owner,
    rowIds: {
      ...{ ...rowIds, ...ticket, exchangeImage, address: address._id, session: session.id },
      product: String(variant.product_id),
      variant: String(variant.id),
    },
  };
}

/** Adds an exchange with the mark in its text and its picture's name. `storeFiles` stores the picture. */
async function addExchange(db: ShopDatabase, order_id: string, customer_id: string, now: number): Promise<string> {
  const [id, image] = [newId(), newId()];
  const content = { reasons_json: '["Quality issues"]', custom_reason: `${MARK} is torn`, has_original_packaging: 1 };
  await db.write
    .insertInto('exchange')
    .values({ id, order_id, customer_id, ...content, state: 'declined', created_at: now, updated_at: now })
    .execute();
  const file = { position: 0, name: `${MARK}.png`, kind: 'png', bytes: 1, file_key: newId() };
  await db.write
    .insertInto('exchange_image')
    .values({ ...file, id: image, exchange_id: id })
    .execute();
  return image;
}

/** Adds a ticket with the mark in its text and its file's name. `storeFiles` stores the file. */
async function addTicket(db: ShopDatabase, customer_id: string, now: number) {
  const [ticket, message, attachment] = [newId(), newId(), newId()];
  const about = { number: `T-${newId()}`, subject: `${MARK} seam`, priority: 'low', state: 'open' } as const;
  await db.write
    .insertInto('ticket')
    .values({ ...about, id: ticket, customer_id, created_at: now, updated_at: now })
    .execute();
  const row = {
    id: message,
    ticket_id: ticket,
    author: 'customer',
    message: `${MARK} is torn`,
    created_at: now,
  } as const;
  await db.write.insertInto('ticket_message').values(row).execute();
  const file = { position: 0, name: `${MARK}.png`, kind: 'png', bytes: 1, file_key: newId() };
  await db.write
    .insertInto('attachment')
    .values({ ...file, id: attachment, ticket_message_id: message })
    .execute();
  return { ticket, attachment };
}

/** Stores a profile picture, the exchange's picture, and a text file as the attachment, each with the mark. */
export async function storeFiles(db: ShopDatabase, files: FileStore, { id, rowIds }: RowOwner): Promise<void> {
  const storeFile = async (bytes: Uint8Array, type: string) => {
    const folder = await mkdtemp(join(tmpdir(), 'taana-owned-'));
    const path = join(folder, 'file');
    await writeFile(path, bytes);
    const key = await files.add(path, type);
    await rm(folder, { recursive: true, force: true });
    return key;
  };
  const text = Buffer.from(`${MARK} is torn`);
  const image_file = await storeFile(Buffer.concat([await samplePng(40, 40), Buffer.from(MARK)]), 'image/png');
  await db.write.updateTable('customer').set({ image_file }).where('id', '=', id).execute();
  const picture = Buffer.concat([await samplePng(40, 40), Buffer.from(MARK)]);
  const image = { bytes: picture.length, file_key: await storeFile(picture, 'image/png') };
  await db.write.updateTable('exchange_image').set(image).where('id', '=', rowIds.exchangeImage).execute();
  const file = { name: `${MARK}.txt`, kind: 'text', bytes: text.length, file_key: await storeFile(text, 'text/plain') };
  await db.write.updateTable('attachment').set(file).where('id', '=', rowIds.attachment).execute();
}

/** Reads a customer's rows except the refund and the columns that jobs write, to detect changes by others. */
export async function storedDataOf(db: ShopDatabase, customerId: string): Promise<unknown[]> {
  const rowsOf = (table: 'session' | 'address' | 'cart' | 'wishlist_entry' | 'orders' | 'review' | 'ticket') =>
    db.write.selectFrom(table).selectAll().where('customer_id', '=', customerId).orderBy('id').execute();
  const customer = await db.write.selectFrom('customer').selectAll().where('id', '=', customerId).execute();
  const carts = db.write.selectFrom('cart').select('id').where('customer_id', '=', customerId);
  const lines = await db.write.selectFrom('cart_line').selectAll().where('cart_id', 'in', carts).execute();
  const tickets = db.write.selectFrom('ticket').select('id').where('customer_id', '=', customerId);
  const messages = await db.write.selectFrom('ticket_message').selectAll().where('ticket_id', 'in', tickets).execute();
  const content = db.write.selectFrom('ticket_message').select('id').where('ticket_id', 'in', tickets);
  const attachments = await db.write
    .selectFrom('attachment')
    .selectAll()
    .where('ticket_message_id', 'in', content)
    .execute();
  const orders = db.write.selectFrom('orders').select('id').where('customer_id', '=', customerId);
  const exchanges = await db.write.selectFrom('exchange').selectAll().where('order_id', 'in', orders).execute();
  const exchangeIds = db.write.selectFrom('exchange').select('id').where('order_id', 'in', orders);
  const images = await db.write
    .selectFrom('exchange_image')
    .selectAll()
    .where('exchange_id', 'in', exchangeIds)
    .execute();
  const queries = [
    rowsOf('session'),
    rowsOf('address'),
    rowsOf('cart'),
    rowsOf('wishlist_entry'),
    rowsOf('orders').then((rows) =>
      rows.map((order) => ({
        ...{ ...order, searchable: 0 },
        ...{ delivery_state: null, delivery_zone: null, delivery_pincode: null },
      })),
    ),
    rowsOf('review'),
    rowsOf('ticket'),
  ];
  return [customer, lines, messages, attachments, exchanges, images, ...(await Promise.all(queries))];
}

const ADDRESS = {
  name: `Asha ${MARK}`,
  mobile: '9876543210',
  pincode: '500003',
  house: '12-3/A',
  landmark: '',
  city: '',
  state: '',
  type: 'home',
  isDefault: true,
} as const;

/** Returns a review, which is public and so does not contain the mark. */
function reviewRow(id: string, customer_id: string, product_id: number, created_at: number) {
  const content = { name: 'Asha', rating: 4, summary: 'Soft, and true to size.', fit: null, verified: 0 } as const;
  return { id, customer_id, product_id, ...content, created_at, updated_at: null, hidden: 0 };
}

const NO_TAX = JSON.stringify({ rateBp: 0, taxablePaise: 0, cgstPaise: 0, sgstPaise: 0, igstPaise: 0 });

/** Returns a refund for the order, whose credit note has the number `CN-` followed by the order's id. */
function creditRow(order_id: string, now: number) {
  const sums = { delivery_paise: 0, delivery_tax_json: NO_TAX, tax_paise: 0, total_paise: 0, owed_paise: 0 };
  const note = { note_number: `CN-${order_id}`, note_at: now, created_at: now };
  return { id: newId(), order_id, kind: 'refund' as const, reason: MARK, ...sums, ...note };
}

function orderRow(id: string, owner: TestCustomer, now: number) {
  const sums = { subtotal_paise: 0, discount_paise: 0, delivery_paise: 0, tax_paise: 0, total_paise: 0 };
  const parcel = { carrier: null, tracking_number: null, tracking_url: null, paid_at: null, delivered_at: null };
  return {
    id,
    number: `TA-${id.slice(-12)}`,
    customer_id: owner.id,
    email: owner.email,
    mobile: '9876543210',
    address_json: JSON.stringify(ADDRESS),
    order_status: 'placed',
    payment_status: 'unpaid',
    payment_method: 'cod',
    ...sums,
    delivery_tax_json: NO_TAX,
    coupon_code: null,
    note: MARK,
    hold_until: null,
    stock_held: 0,
    // If this were 0, the job that counts sales could change this row while rows are compared.
    counted: 1,
    ...parcel,
    invoice_number: `TA-${id.slice(-12)}`,
    invoice_at: now,
    created_at: now,
    updated_at: now,
  } as const;
}
