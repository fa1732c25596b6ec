import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { DiskFileStore } from '#lib/platform/files/storage/disk-file-store.server.ts';
import { Upstreams } from '#lib/platform/upstream/upstreams.server.ts';
import { receiveCourierWebhook } from '#lib/sales/shipping/receive-webhook.server.ts';
import { requestBookings, requestRates } from '#lib/sales/shipping/request-shipments.server.ts';
import { runShipments } from '#lib/sales/shipping/run-shipments.server.ts';
import { stockGoods } from './goods.ts';
import { orderFixture } from './order-fixture.ts';
import type { ShiprocketStub, StubOrder } from './shiprocket-stub.ts';

/** Creates a shop without a server that books parcels with the stub, and places a cash order. */
export async function shippingFixture(db: ShopDatabase, stub: ShiprocketStub) {
  await stockGoods(db);
  const fixture = orderFixture(db);
  const dataDir = mkdtempSync(join(tmpdir(), 'shipping-'));
  /** Returns a shop with the same database but separate memory, as in another process. */
  const shopInOtherProcess = () => ({
    ...fixture.shop,
    log: pino({ level: 'silent' }),
    upstreams: new Upstreams(),
    files: new DiskFileStore(dataDir),
    settings: { ...fixture.shop.settings, shiprocket: stub.keys, dataDir },
  });
  const shop = shopInOtherProcess();
  const order = await fixture.place(await fixture.cartOf(['test-kurta', 2]));
  const readShipments = () => db.write.selectFrom('shipment').selectAll().orderBy('created_at').orderBy('id').execute();
  const shipment = async () => {
    const last = (await readShipments()).at(-1);
    if (!last) throw new Error('There is no shipment.');
    return last;
  };
  async function fetchRates() {
    await requestRates(shop, [order.id], 'all');
    await runShipments(shop);
    return shipment();
  }
  async function requestBooking(courierId = 43) {
    const { id, updated_at } = await fetchRates();
    await requestBookings(shop, [{ id, version: updated_at, courierId }]);
    return shipment();
  }
  return {
    ...fixture,
    ...{ db, stub, shop, shopInOtherProcess, order, shipments: readShipments, shipment, fetchRates, requestBooking },
    async bookParcel() {
      await requestBooking();
      await runShipments(shop);
      return shipment();
    },
    readOrder: () => db.write.selectFrom('orders').selectAll().where('id', '=', order.id).executeTakeFirstOrThrow(),
    async readEventKinds() {
      const rows = await db.write
        .selectFrom('order_event')
        .select('kind')
        .where('order_id', '=', order.id)
        .orderBy('id')
        .execute();
      return rows.map(({ kind }) => kind);
    },
    report(remote: StubOrder, code: number, time: string, activity?: string) {
      const { body, headers } = stub.webhook(remote, code, time, activity === undefined ? {} : { activity });
      return receiveCourierWebhook(shop, body, headers);
    },
  };
}
