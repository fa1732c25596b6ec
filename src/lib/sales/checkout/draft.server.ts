import type { Kysely } from 'kysely';
import type { Tx } from '#lib/platform/db/db.server.ts';
import type { Tables } from '#lib/platform/db/query/tables.ts';
import { newToken } from '#lib/platform/tokens.server.ts';
import { normalizedGstin } from '#lib/primitives/gstin.ts';
import { mobileDigits } from '#lib/primitives/mobile.ts';
import { pincodeDigits } from '#lib/primitives/pincode.ts';
import type { AddressInput } from '#lib/sales/address/address.ts';
import {
  ADDRESS_DRAFT_FIELDS,
  DRAFT_FIELDS,
  DRAFT_MAX_CHARACTERS,
  type Draft,
  type DraftField,
} from '#lib/sales/checkout/checkout.ts';

/** Numbers are stored, displayed and compared in one format, regardless of how the buyer typed them. */
const NORMALIZERS: Partial<Record<DraftField, (text: string) => string>> = {
  mobile: mobileDigits,
  phone: mobileDigits,
  pincode: pincodeDigits,
  gstin: normalizedGstin,
};

/** The location of the entered address when the buyer last completed the address step. */
export type ConfirmedLocation = Pick<AddressInput, 'pincode' | 'city' | 'state'>;

export interface StoredDraft {
  fields: Draft;
  confirmedLocation?: ConfirmedLocation;
  /** The idempotency key of the cart's next order. If a form is sent twice, only one order is placed. */
  key: string;
}

export async function readDraft(db: Kysely<Tables>, cartId: string): Promise<StoredDraft | undefined> {
  const row = await db.selectFrom('checkout_draft').selectAll().where('cart_id', '=', cartId).executeTakeFirst();
  if (!row) return undefined;
  const { settled: confirmedLocation, ...fields } = JSON.parse(row.fields_json) as Draft & {
    settled?: ConfirmedLocation;
  };
  return { fields, confirmedLocation, key: row.next_key };
}

/** Merges the draft fields of `input` into the saved draft, and ignores other fields. Returns the new draft. */
export async function saveDraft(
  tx: Tx,
  cartId: string,
  input: Record<string, unknown>,
  at: number,
  newLocation?: ConfirmedLocation,
): Promise<StoredDraft> {
  const savedDraft = await readDraft(tx, cartId);
  const confirmedLocation = newLocation ?? savedDraft?.confirmedLocation;
  const fields: Draft = { ...savedDraft?.fields };
  for (const name of DRAFT_FIELDS) {
    const value = input[name];
    if (typeof value === 'string') fields[name] = (NORMALIZERS[name]?.(value) ?? value).slice(0, DRAFT_MAX_CHARACTERS);
  }
  const key = savedDraft?.key ?? newToken();
  const changes = { fields_json: JSON.stringify({ ...fields, settled: confirmedLocation }), updated_at: at };
  await tx
    .insertInto('checkout_draft')
    .values({ cart_id: cartId, next_key: key, ...changes })
    .onConflict((conflict) => conflict.column('cart_id').doUpdateSet(changes))
    .execute();
  return { fields, confirmedLocation, key };
}

/** Prepares the draft for the cart's next order: keeps only the address, and creates a new idempotency key. */
export async function beginNextDraft(tx: Tx, cartId: string, at: number): Promise<void> {
  const savedDraft = await readDraft(tx, cartId);
  const fields = Object.fromEntries(ADDRESS_DRAFT_FIELDS.map((field) => [field, savedDraft?.fields[field]]));
  await tx
    .updateTable('checkout_draft')
    .set({
      fields_json: JSON.stringify({ ...fields, settled: savedDraft?.confirmedLocation }),
      next_key: newToken(),
      updated_at: at,
    })
    .where('cart_id', '=', cartId)
    .execute();
}
