import { expect, test, vi } from 'vitest';
import { signInAsOwner } from '#support/killed-shop.ts';
import { insertOrder } from '#support/order-row.ts';
import { ShiprocketStub } from '#support/shiprocket-stub.ts';
import { startShop, temporaryDir } from '#support/shop-process.ts';
import { smallShop } from '#support/small-shop.ts';

vi.setConfig({ testTimeout: 300_000 });

test('a shop serves pages while it waits for Shiprocket, and books only one parcel even if it is killed', async () => {
  const stub = await ShiprocketStub.start();
  const tempDir = temporaryDir('killed-booking');
  const db = await smallShop(tempDir.dir);
  const tax = { rateBp: 0, taxablePaise: 0, cgstPaise: 0, sgstPaise: 0, igstPaise: 0 };
  const delivery_tax_json = JSON.stringify(tax);
  await insertOrder(db, 'o1', { number: 'TA-2026-000001', order_status: 'processing', delivery_tax_json });
  const post = await signInAsOwner(db, tempDir.dir);
  const startBookingShop = () => startShop({ dataDir: tempDir.dir, env: stub.env });
  const readShipment = () => db.write.selectFrom('shipment').selectAll().executeTakeFirstOrThrow();

  const killedShop = await startBookingShop();
  await post(killedShop, '/admin/shipping/rates', { of: 'o1' });
  await expect.poll(async () => (await readShipment()).courier_id).toBe(10);
  const { id, updated_at } = await readShipment();
  const { promise: callReached, resolve: reportReached } = Promise.withResolvers<void>();
  stub.beforeResponse = (path) => {
    if (path === 'orders/create/adhoc') reportReached();
    return new Promise(() => {});
  };
  await post(killedShop, '/admin/shipping/book', { of: 'o1', [`courier-${id}`]: `${updated_at}:43` });
  await callReached;
  // The call to Shiprocket never ends, but these pages load.
  for (const path of ['/', '/cart', '/products']) {
    const response = await fetch(killedShop.origin + path, { headers: { accept: 'text/html' } });
    expect([path, response.status]).toEqual([path, 200]);
  }
  expect(await post(killedShop, '/admin/shipping?of=o1')).toContain('Requested');
  await killedShop.stop('SIGKILL');
  expect(stub.parcels).toHaveLength(1);

  stub.beforeResponse = undefined;
  stub.duplicateResponse = 'second';
  // Without this change, the new process would wait until the lease of the killed process ends.
  await db.write.updateTable('shipment').set({ leased_until: 0 }).execute();
  const shop = await startBookingShop();
  await expect.poll(async () => (await readShipment()).label_file).not.toBeNull();
  expect(stub.parcels).toMatchObject([{ channel_order_id: 'TA-2026-000001', courier: 'Delhivery Surface' }]);
  expect(stub.callsTo('orders/create/adhoc')).toHaveLength(1);

  const { body, headers } = stub.webhook(stub.parcels[0]!, 42, '21 11 2026 12:00:00');
  const sendWebhook = (overrides: object) =>
    fetch(`${shop.origin}/public/courier/webhook`, {
      method: 'POST',
      headers: { ...Object.fromEntries(headers), ...overrides },
      body: new Uint8Array(body),
    });
  expect((await sendWebhook({ 'x-api-key': 'guessed' })).status).toBe(403);
  expect(await (await sendWebhook({})).json()).toMatchObject({ data: { report: 'recorded' } });
  const { order_status } = await db.write.selectFrom('orders').select('order_status').executeTakeFirstOrThrow();
  expect(order_status).toBe('shipped');
  await shop.stop();
  await Promise.all([db.close(), stub.close()]);
  tempDir.remove();
});
