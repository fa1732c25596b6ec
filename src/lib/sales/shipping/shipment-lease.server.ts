import { type Selectable, sql } from 'kysely';
import type { Tx } from '#lib/platform/db/db.server.ts';
import type { ShipmentTable } from '#lib/platform/db/tables/shipments.ts';
import { transaction } from '#lib/platform/db/transaction.server.ts';
import type { Shop } from '#lib/platform/shop.server.ts';
import { MINUTE_MS } from '#lib/primitives/durations.ts';

export type ShipmentRow = Selectable<ShipmentTable>;

/**
 * The duration of a lease, in ms. Longer than any single call to the courier, so that another process takes over only
 * after the call has ended.
 */
export const LEASE_MS = 2 * MINUTE_MS;

export type ShipmentChange = Partial<Omit<ShipmentRow, 'id' | 'order_id' | 'leased_until' | 'updated_at'>>;

class LeaseLost extends Error {
  constructor(id: string) {
    super(`Another process is working on shipment ${id}.`);
    this.name = 'LeaseLost';
  }
}

/**
 * Selects shipments that are neither on their way nor cancelled. The values are literals, because the index
 * `shipment_unsent` covers only these values.
 */
export const IS_UNSENT = sql<boolean>`shipment.phase <> 'cancelled' and shipment.status is null`;

/** The parts of the shop that a lease needs. */
export type ShipmentShop = Pick<Shop, 'db' | 'now'>;

/** The parts of the shop that requests to the courier need. */
export type ShippingShop = Pick<Shop, 'db' | 'now' | 'secretKey' | 'log' | 'upstreams' | 'files'> & {
  settings: Pick<Shop['settings'], 'shiprocket' | 'siteUrl' | 'dataDir'>;
};

/**
 * This process's lease of a shipment, so that no other process works on it. Each change extends or ends the lease, and
 * throws `LeaseLost` if another process has taken over the lease.
 */
export class ShipmentLease {
  readonly #shop: ShipmentShop;
  row: ShipmentRow;

  constructor(shop: ShipmentShop, row: ShipmentRow) {
    this.#shop = shop;
    this.row = row;
  }

  now(): number {
    return this.#shop.now();
  }

  /** Changes the shipment and extends the lease. `afterChange` runs in the same transaction. */
  async save(change: ShipmentChange, afterChange?: (tx: Tx) => Promise<unknown>): Promise<void> {
    await this.#write(change, this.#shop.now() + LEASE_MS, afterChange);
  }

  /** Changes the shipment and ends the lease. `afterChange` runs in the same transaction. */
  async finish(change: ShipmentChange, afterChange?: (tx: Tx) => Promise<unknown>): Promise<void> {
    await this.#write(change, 0, afterChange);
  }

  async #write(change: ShipmentChange, leasedUntil: number, afterChange?: (tx: Tx) => Promise<unknown>): Promise<void> {
    const { id, leased_until } = this.row;
    this.row = await transaction(this.#shop.db, async (tx) => {
      const row = await tx
        .updateTable('shipment')
        .set({ ...change, leased_until: leasedUntil, updated_at: this.#shop.now() })
        .where('id', '=', id)
        .where('leased_until', '=', leased_until)
        .returningAll()
        .executeTakeFirst();
      if (!row) throw new LeaseLost(id);
      await afterChange?.(tx);
      return row;
    });
  }
}

/**
 * Leases the shipment whose task has been due for longest. Returns undefined if no task is due, or if another process
 * leased the shipment first.
 */
export async function leaseDueShipment(shop: ShipmentShop): Promise<ShipmentLease | undefined> {
  const now = shop.now();
  const dueShipment = await shop.db.write
    .selectFrom('shipment')
    .select(['id', 'leased_until'])
    .where('task', 'is not', null)
    .where('failed', '=', 0)
    .where('due_at', '<=', now)
    .where('leased_until', '<=', now)
    .orderBy('due_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  if (!dueShipment) return undefined;
  const row = await transaction(shop.db, (tx) =>
    tx
      .updateTable('shipment')
      .set({ leased_until: now + LEASE_MS })
      .where('id', '=', dueShipment.id)
      .where('leased_until', '=', dueShipment.leased_until)
      .where('task', 'is not', null)
      .where('failed', '=', 0)
      .returningAll()
      .executeTakeFirst(),
  );
  return row && new ShipmentLease(shop, row);
}
