import type { ShopDatabase } from '#lib/platform/db/db.server.ts';

/** The duration of a lease. It is short, because another process takes over only after the lease has expired. */
const LEASE_MS = 4_000;

/** The lease for sending purges to one URL, and the progress of the purges. Both are stored in the database. */
export class PurgeProgress {
  readonly #db: ShopDatabase;
  readonly #purgeUrl: string;
  readonly #holder: string;
  #hasRow = false;
  #renewAt = 0;

  constructor(db: ShopDatabase, purgeUrl: string, holder: string) {
    this.#db = db;
    this.#purgeUrl = purgeUrl;
    this.#holder = holder;
  }

  /** Acquires or renews the lease if possible. Returns whether this process holds the lease. */
  async acquireLease(now: number): Promise<boolean> {
    await this.#ensureRow();
    if (now < this.#renewAt && now > this.#renewAt - LEASE_MS) return true;
    const lease = await this.#row().select(['holder', 'held_until']).executeTakeFirst();
    const isFree = !lease || lease.holder === this.#holder || isExpired(lease.held_until, now);
    const isHeld = isFree && (await this.#claim(now));
    this.#renewAt = isHeld ? now + LEASE_MS / 2 : 0;
    return isHeld;
  }

  async release(): Promise<void> {
    this.#renewAt = 0;
    await this.#update().set({ held_until: 0 }).execute();
  }

  read() {
    return this.#row().select(['sent_id as sentId', 'build', 'build_at as buildAt']).executeTakeFirstOrThrow();
  }

  async saveSentId(sentId: number): Promise<void> {
    await this.#update().set({ sent_id: sentId }).execute();
  }

  async saveBuild(build: string, buildAt: number): Promise<void> {
    await this.#update().set({ build, build_at: buildAt }).execute();
  }

  async #ensureRow(): Promise<void> {
    if (this.#hasRow) return;
    const row = { address: this.#purgeUrl, sent_id: -1, holder: '', held_until: 0, build: '', build_at: 0 };
    await this.#db.write
      .insertInto('cdn_purge')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    this.#hasRow = true;
  }

  async #claim(now: number): Promise<boolean> {
    const { numUpdatedRows } = await this.#db.write
      .updateTable('cdn_purge')
      .set({ holder: this.#holder, held_until: now + LEASE_MS })
      .where('address', '=', this.#purgeUrl)
      .where((eb) =>
        eb.or([
          eb('holder', '=', this.#holder),
          eb('held_until', '<=', now),
          eb('held_until', '>', now + 2 * LEASE_MS),
        ]),
      )
      .executeTakeFirst();
    return numUpdatedRows === 1n;
  }

  #row() {
    return this.#db.write.selectFrom('cdn_purge').where('address', '=', this.#purgeUrl);
  }

  /**
   * Returns an update that changes the row only while this process holds the lease. While the process was suspended, it
   * may have lost the lease to another process.
   */
  #update() {
    return this.#db.write
      .updateTable('cdn_purge')
      .where('address', '=', this.#purgeUrl)
      .where('holder', '=', this.#holder);
  }
}

/** Returns whether a lease has ended. An end in the far future was written before the clock was set back. */
function isExpired(until: number, now: number): boolean {
  return until <= now || until > now + 2 * LEASE_MS;
}
