import { claimAttempt } from '#lib/platform/db/attempt.server.ts';
import type { Tx } from '#lib/platform/db/db.server.ts';
import type { AddressTable } from '#lib/platform/db/tables/address.ts';
import { transaction } from '#lib/platform/db/transaction.server.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';
import { recordProcessedAction, wasProcessed } from '#lib/platform/http/endpoint/processed-actions.server.ts';
import type { Shop } from '#lib/platform/shop.server.ts';
import { newId } from '#lib/platform/tokens.server.ts';
import { locationOfPincode } from '#lib/primitives/pincode-locations.server.ts';
import {
  ADDRESSES_MAX,
  type AddressInput,
  type AddressJson,
  clearOutdatedLocation,
  ADDRESS_MESSAGES as MESSAGES,
} from '#lib/sales/address/address.ts';

type AddressShop = Pick<Shop, 'db' | 'now'>;

/** Reads the customer's addresses, the default address first, then the newest. */
export async function readAddresses(db: Pick<Tx, 'selectFrom'>, customerId: string): Promise<AddressJson[]> {
  const rows = await db
    .selectFrom('address')
    .selectAll()
    .where('customer_id', '=', customerId)
    .orderBy('is_default', 'desc')
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();
  return rows.map(addressJson);
}

/** Reads an address. Throws `not_found` if the address does not exist or belongs to another customer. */
export async function readAddress(db: Pick<Tx, 'selectFrom'>, customerId: string, id: string): Promise<AddressJson> {
  const row = await db
    .selectFrom('address')
    .selectAll()
    .where('id', '=', id)
    .where('customer_id', '=', customerId)
    .executeTakeFirst();
  if (!row) throw new ShopError('not_found', MESSAGES.notFound);
  return addressJson(row);
}

/**
 * Fills in an empty city or state from the pincode. Throws `invalid` if the city or the state is still empty, or if the
 * pincode is in another state, because the state determines the tax.
 */
export async function completeAddress<T extends Omit<AddressInput, 'isDefault'>>(input: T): Promise<T> {
  const location = await locationOfPincode(input.pincode, input.state);
  if (location && input.state && input.state !== location.state) {
    throw new ShopError('invalid', MESSAGES.otherState(location), { state: MESSAGES.otherState(location) });
  }
  const city = input.city || location?.city || '';
  const state = input.state || location?.state || '';
  if (city && state) return { ...input, city, state };
  throw new ShopError('invalid', MESSAGES.cityAndStateMissing, {
    ...(city ? {} : { city: MESSAGES.city }),
    ...(state ? {} : { state: MESSAGES.state }),
  });
}

/**
 * Saves a new address. A customer's first address becomes the default. Throws `conflict` if the customer already has
 * the maximum number of addresses, `not_found` if the account has been deleted, and `invalid` if the city or the state
 * can't be filled in, or if the pincode is in another state.
 */
export async function createAddress(
  { db, now }: AddressShop,
  input: AddressInput,
  customerId: string,
): Promise<AddressJson> {
  const { isDefault, ...fields } = await completeAddress(input);
  const id = newId();
  return transaction(db, async (tx) => {
    await lockCustomer(tx, customerId);
    const existingId = await claimAttempt(db, tx, { action: 'address', newId: id, now: now() });
    if (existingId !== undefined) return readAddress(tx, customerId, existingId);
    const { length: addressCount } = await readAddresses(tx, customerId);
    if (addressCount >= ADDRESSES_MAX) throw new ShopError('conflict', MESSAGES.tooMany);
    const times = { created_at: now(), updated_at: now() };
    await tx
      .insertInto('address')
      .values({ id, customer_id: customerId, ...fields, is_default: 0, ...times })
      .execute();
    if (isDefault || addressCount === 0) await makeDefault(tx, customerId, id);
    return readAddress(tx, customerId, id);
  });
}

/**
 * Changes the given fields. If the pincode changes, the city and the state are filled in again unless they change, too.
 * Throws `not_found` if the address does not exist or belongs to another customer, and `invalid` if the city or the
 * state can't be filled in, or if the pincode is in another state.
 */
export async function updateAddress(
  { db, now }: AddressShop,
  { id, ...change }: { id: string } & Partial<AddressInput>,
  customerId: string,
): Promise<AddressJson> {
  return transaction(db, async (tx) => {
    await lockCustomer(tx, customerId);
    const previousAddress = await readAddress(tx, customerId, id);
    const changedAddress = clearOutdatedLocation({ ...previousAddress, ...withoutUndefined(change) }, previousAddress);
    const { _id, isDefault, ...fields } = await completeAddress(changedAddress);
    await tx
      .updateTable('address')
      .set({ ...fields, updated_at: now() })
      .where('id', '=', id)
      .where('customer_id', '=', customerId)
      .execute();
    // Unticking the box has no effect: customers make another address the default instead.
    if (isDefault && !previousAddress.isDefault) await makeDefault(tx, customerId, id);
    return readAddress(tx, customerId, id);
  });
}

/**
 * Deletes an address. If the address was the default, the newest remaining address becomes the default. Idempotent.
 * Throws `not_found` if the address does not exist or belongs to another customer.
 */
export async function deleteAddress({ db, now }: AddressShop, id: string, customerId: string): Promise<void> {
  const action = { kind: 'delete address', ownerId: customerId, id };
  await transaction(db, async (tx) => {
    await lockCustomer(tx, customerId);
    if (await wasProcessed(tx, action, now())) return;
    const { isDefault } = await readAddress(tx, customerId, id);
    await tx.deleteFrom('address').where('id', '=', id).where('customer_id', '=', customerId).execute();
    await recordProcessedAction(tx, action, now());
    if (!isDefault) return;
    const [newestAddress] = await readAddresses(tx, customerId);
    if (newestAddress) await makeDefault(tx, customerId, newestAddress._id);
  });
}

/**
 * Locks the customer's row, so that concurrent changes leave exactly one default address. Throws `not_found` if the
 * account has been deleted.
 */
async function lockCustomer(tx: Tx, customerId: string): Promise<void> {
  const result = await tx
    .updateTable('customer')
    .set((eb) => ({ updated_at: eb.ref('updated_at') }))
    .where('id', '=', customerId)
    .executeTakeFirst();
  if (result.numUpdatedRows === 0n) throw new ShopError('not_found', MESSAGES.notFound);
}

async function makeDefault(tx: Tx, customerId: string, id: string): Promise<void> {
  const update = tx.updateTable('address').where('customer_id', '=', customerId);
  await update.set({ is_default: 0 }).where('is_default', '=', 1).execute();
  await update.set({ is_default: 1 }).where('id', '=', id).execute();
}

function withoutUndefined<T extends object>(change: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)) as never;
}

function addressJson({ id, customer_id, is_default, created_at, updated_at, ...fields }: AddressTable): AddressJson {
  return { _id: id, ...fields, isDefault: is_default === 1 };
}
