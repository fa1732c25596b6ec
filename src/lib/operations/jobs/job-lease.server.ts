import { randomUUID } from 'node:crypto';
import { latestEnd } from '#lib/platform/clock.ts';
import type { Shop } from '#lib/platform/shop.server.ts';

type ClockedShop = Pick<Shop, 'now'> & { db: Pick<Shop['db'], 'write'> };

/** Lets only one of several processes run a job. The lease of a process that was killed expires after `forMs`. */
export class JobLease {
  readonly #holder = randomUUID();
  readonly #shop: ClockedShop;
  readonly #name: string;
  readonly #forMs: number;
  #renewAt = 0;

  constructor(shop: ClockedShop, name: string, forMs: number) {
    this.#shop = shop;
    this.#name = `turn of ${name}`;
    this.#forMs = forMs;
  }

  async take(): Promise<boolean> {
    const now = this.#shop.now();
    if (now < this.#renewAt && now >= this.#renewAt - this.#forMs) return true;
    const isRenewed = await this.#write(now, now + this.#forMs);
    this.#renewAt = isRenewed ? now + this.#forMs / 2 : 0;
    return isRenewed;
  }

  async end(): Promise<void> {
    if (this.#renewAt === 0) return;
    this.#renewAt = 0;
    await this.#write(this.#shop.now(), 0);
  }

  async #write(now: number, until: number): Promise<boolean> {
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
              eb('installation_note.at', '>', latestEnd(now, this.#forMs)),
            ]),
          ),
      )
      .returning('name')
      .execute();
    return rows.length > 0;
  }
}
