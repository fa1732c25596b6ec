import type { Kysely } from 'kysely';
import { DRAFT_FIELDS, DRAFT_MAX_CHARACTERS, type Draft } from '#lib/checkout/checkout.ts';
import type { Tx } from '#lib/db/db.server.ts';
import type { Tables } from '#lib/db/tables.ts';
import { newToken } from '#lib/identity/tokens.server.ts';

export interface KeptDraft {
  fields: Draft;
  /** Goes with the next order of this cart, so that a form sent twice makes one order. */
  key: string;
}

/** What was typed so far for this cart. */
export async function readDraft(db: Kysely<Tables>, cartId: string): Promise<KeptDraft | undefined> {
  const row = await db.selectFrom('checkout_draft').selectAll().where('cart_id', '=', cartId).executeTakeFirst();
  return row && { fields: JSON.parse(row.fields_json) as Draft, key: row.next_key };
}

/** Adds what a form brought; what it did not name stays. */
export async function keepDraft(
  tx: Tx,
  cartId: string,
  typed: Record<string, unknown>,
  at: number,
): Promise<KeptDraft> {
  const before = await readDraft(tx, cartId);
  const fields: Draft = { ...before?.fields };
  for (const name of DRAFT_FIELDS) {
    const value = typed[name];
    if (typeof value === 'string') fields[name] = value.slice(0, DRAFT_MAX_CHARACTERS);
  }
  const key = before?.key ?? newToken();
  const row = { cart_id: cartId, fields_json: JSON.stringify(fields), next_key: key, updated_at: at };
  await tx
    .insertInto('checkout_draft')
    .values(row)
    .onConflict((conflict) =>
      conflict.column('cart_id').doUpdateSet({ fields_json: row.fields_json, updated_at: row.updated_at }),
    )
    .execute();
  return { fields, key };
}

/** After an order: the next one gets another key, and the note was for this one. */
export async function turnKey(tx: Tx, cartId: string, at: number): Promise<void> {
  await tx
    .updateTable('checkout_draft')
    .set({ next_key: newToken(), updated_at: at })
    .where('cart_id', '=', cartId)
    .execute();
}
