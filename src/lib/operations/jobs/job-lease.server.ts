import { randomUUID } from 'node:crypto';
import { latestValidEnd } from '#lib/platform/clock.ts';
import type { Shop } from '#lib/platform/shop.server.ts';

type LeaseContext = Pick<Shop, 'now'> & { db: Pick<Shop['db'], 'write'> };

/**
 * Returns a lease, which ensures that only one process at a time runs a job. The lease of a killed process expires after
 * `durationMs`.
 */
export function jobLease({ db, now }: LeaseContext, name: string, durationMs: number) {
  const value = randomUUID();
  let renewAt = 0;

  async function writeLease(at: number, until: number): Promise<boolean> {
    const rows = await db.write
      .insertInto('installation_note')
      .values({ name: `turn of ${name}`, value, at: until })
      .onConflict((conflict) =>
        conflict
          .column('name')
          .doUpdateSet({ value, at: until })
          .where(({ or, eb }) =>
            or([
              eb('installation_note.value', '=', value),
              eb('installation_note.at', '<=', at),
              eb('installation_note.at', '>', latestValidEnd(at, durationMs)),
            ]),
          ),
      )
      .returning('name')
      .execute();
    return rows.length > 0;
  }

  return {
    /** Acquires the lease, or renews it after half of its duration. Returns whether this process holds the lease. */
    async acquire(): Promise<boolean> {
      const at = now();
      if (at < renewAt && at >= renewAt - durationMs) return true;
      const isHeld = await writeLease(at, at + durationMs);
      renewAt = isHeld ? at + durationMs / 2 : 0;
      return isHeld;
    },
    async release(): Promise<void> {
      if (renewAt === 0) return;
      renewAt = 0;
      await writeLease(now(), 0);
    },
  };
}
