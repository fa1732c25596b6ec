import { contentDigest } from '#lib/platform/audit/entry-hash.server.ts';
import { withoutPersonalData } from '#lib/platform/audit/erase-personal-data.ts';
import { recordAudit } from '#lib/platform/audit/record-audit.server.ts';
import { chunks } from '#lib/platform/db/chunks.ts';
import type { Tx } from '#lib/platform/db/db.server.ts';

const ERASE_ACTION = 'erase personal data';
const RECORD_KIND = 'audit entry';

/**
 * Removes a customer's data from the entries about some records, such as the customer's orders. Who changed which
 * fields, and when, is kept. The hash of an erased entry no longer matches the chain; a new entry with the digest of
 * what is left shows that this function erased the data, and that nobody has changed the entry since. `personalValues`
 * are the customer's current name, addresses and so on.
 */
export async function eraseFromAudit(
  tx: Tx,
  { kind, ids, personalValues }: { kind: string; ids: readonly string[]; personalValues: readonly string[] },
  now: number,
): Promise<void> {
  for (const batch of chunks(ids)) {
    const entries = await tx
      .selectFrom('audit_entry')
      .selectAll()
      .where('record_kind', '=', kind)
      .where('record_id', 'in', batch)
      .where((eb) => eb.or([eb('before_json', 'is not', null), eb('after_json', 'is not', null)]))
      .orderBy('id')
      .execute();
    for (const entry of entries) {
      const before_json = withoutPersonalData(entry.before_json, personalValues);
      const after_json = withoutPersonalData(entry.after_json, personalValues);
      if (before_json === entry.before_json && after_json === entry.after_json) continue;
      await tx.updateTable('audit_entry').set({ before_json, after_json }).where('id', '=', entry.id).execute();
      const digest = contentDigest({ ...entry, before_json, after_json });
      const record = { kind: RECORD_KIND, id: String(entry.id) };
      await recordAudit(tx, { action: ERASE_ACTION, record, after: { digest } }, now);
    }
  }
}

/** Returns whether a later entry records an erasure in this entry, with a digest that matches what is left. */
export async function wasErased(
  db: Pick<Tx, 'selectFrom'>,
  entry: Parameters<typeof contentDigest>[0],
): Promise<boolean> {
  const erasures = await db
    .selectFrom('audit_entry')
    .select('after_json')
    .where('record_kind', '=', RECORD_KIND)
    .where('record_id', '=', String(entry.id))
    .where('action', '=', ERASE_ACTION)
    .where('id', '>', entry.id)
    .execute();
  const digest = JSON.stringify({ digest: contentDigest(entry) });
  return erasures.some(({ after_json }) => after_json === digest);
}
