import { randomUUID } from 'node:crypto';
import { latestValidEnd } from '#lib/platform/clock.ts';
import type { Shop } from '#lib/platform/shop.server.ts';

type LeaseContext = Pick<Shop, 'now'> & { db: Pick<Shop['db'], 'write'> };

/** Ensures that only one process at a time runs a job. The lease of a killed process expires after `durationMs`. */
export class JobLease {
  readonly #holder = randomUUID();
  readonly #shop: LeaseContext;
  readonly #name: string;
  readonly #durationMs: number;
  #renewAt = 0;

  constructor(shop: LeaseContext, name: string, durationMs: number) {
    this.#shop = shop;
    this.#name = `turn of ${name}`;
    this.#durationMs = durationMs;
  }

  /** Acquires the lease, or renews it after half of its duration. Returns whether this process holds the lease. */
  async acquire(): Promise<boolean> {
    const now = this.#shop.now();
    if (now < this.#renewAt && now >= this.#renewAt - this.#durationMs) return true;
    const isHeld = await this.#writeLease(now, now + this.#durationMs);
    this.#renewAt = isHeld ? now + this.#durationMs / 2 : 0;
    return isHeld;
  }

  async release(): Promise<void> {
    if (this.#renewAt === 0) return;
    this.#renewAt = 0;
    await this.#writeLease(this.#shop.now(), 0);
  }

  async #writeLease(now: number, until: number): Promise<boolean> {
    const value = this.#holder;
    const rows = await this.#shop.db.write
      .insertInto('installation_note')
      .values({ name: this.#name, value, at: until })
      .onConflict((conflict) =>
        conflict
          .column('name')
          .doUpdateSet({ value, at: until })
          .where(({ or, eb }) =>
            or([
              eb('installation_note.value', '=', value),
              eb('installation_note.at', '<=', now),
              eb('installation_note.at', '>', latestValidEnd(now, this.#durationMs)),
            ]),
          ),
      )
      .returning('name')
      .execute();
    return rows.length > 0;
  }
}
