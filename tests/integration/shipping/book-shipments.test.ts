import { PDFDocument } from 'pdf-lib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { MINUTE_MS } from '#lib/primitives/durations.ts';
import { correctAddress } from '#lib/sales/orders/admin/correct-order.server.ts';
import { cancelOrder } from '#lib/sales/orders/move-order.server.ts';
import type { PrintKind } from '#lib/sales/printing/print.schema.ts';
import { planPrint, printOrders } from '#lib/sales/printing/print-orders.server.ts';
import { readOrderShipping } from '#lib/sales/shipping/read-shipments.server.ts';
import {
  changeSize,
  requestBookings,
  requestCancellation,
  requestRates,
  retryTask,
  schedulePickup,
} from '#lib/sales/shipping/request-shipments.server.ts';
import { runShipments } from '#lib/sales/shipping/run-shipments.server.ts';
import { LEASE_MS } from '#lib/sales/shipping/shipment-lease.server.ts';
import { shipmentText } from '#lib/sales/shipping/shipment-text.ts';
import { onBothEngines } from '#support/database.ts';
import { HOME } from '#support/order-fixture.ts';
import { shippingFixture } from '#support/shipping-fixture.ts';
import { ShiprocketStub } from '#support/shiprocket-stub.ts';

onBothEngines('booking a parcel with Shiprocket', (open) => {
  let stub: ShiprocketStub;
  beforeEach(async () => {
    stub = await ShiprocketStub.start();
  });
  afterEach(() => stub.close());
  const setUp = async () => shippingFixture(await open(), stub);

  test('shows the rates before anything is booked, then books one parcel with its label', async () => {
    const { fetchRates, shop, shipment, order, readOrder, readEventKinds, kindsOfMails } = await setUp();
    const ratedShipment = await fetchRates();
    expect(shipmentText(ratedShipment)).toBe('Choose a courier');
    // The third courier does not collect cash.
    expect(JSON.parse(ratedShipment.rates_json ?? '').map((rate: { courierId: number }) => rate.courierId)).toEqual([
      43, 10,
    ]);
    expect(ratedShipment.courier_id).toBe(10);
    expect(stub.callsTo('courier/serviceability/')[0]?.path).toContain('pickup_postcode=500003');
    expect(stub.orders).toEqual([]);

    await requestBookings(shop, [{ id: ratedShipment.id, version: ratedShipment.updated_at, courierId: 43 }]);
    expect(shipmentText(await shipment())).toBe('Requested');
    await runShipments(shop);
    const bookedShipment = await shipment();
    const [remoteParcel] = stub.parcels;
    expect(shipmentText(bookedShipment)).toBe('Booked');
    expect(bookedShipment).toMatchObject({
      awb: remoteParcel?.awb,
      freight_paise: 5_400,
      return_freight_paise: null,
      tracked: 1,
    });
    expect(remoteParcel?.body).toMatchObject({
      ...{ order_id: order.number, payment_method: 'COD', sub_total: order.total_paise / 100, weight: 0.5 },
      ...{ billing_pincode: 500_003, billing_phone: 9_876_543_210, billing_customer_name: 'Asha' },
      order_items: [{ units: 2 }],
    });
    const label = await shop.files.read(bookedShipment.label_file ?? '');
    expect((await label?.toArray())?.join('').slice(0, 5)).toBe('%PDF-');
    expect(await readOrder()).toMatchObject({
      ...{ order_status: 'placed', carrier: 'Delhivery Surface', tracking_number: remoteParcel?.awb },
    });
    expect((await readEventKinds()).at(-1)).toBe('shipment_booked');
    expect(await kindsOfMails()).toEqual(['order_placed']);
  });

  test('creates only one shipment for repeated requests, which concurrent processes book only once', async () => {
    const { shop, shopInOtherProcess, order, requestBooking, shipments } = await setUp();
    await Promise.all([requestRates(shop, [order.id], 'all'), requestRates(shop, [order.id], 'all')]);
    expect(await shipments()).toHaveLength(1);
    const { id, updated_at } = await requestBooking();
    await expect(requestBookings(shop, [{ id, version: updated_at, courierId: 43 }])).rejects.toMatchObject({
      code: 'conflict',
    });
    await Promise.all([runShipments(shop), runShipments(shopInOtherProcess()), runShipments(shopInOtherProcess())]);
    expect(stub.callsTo('orders/create/adhoc')).toHaveLength(1);
    expect(stub.callsTo('courier/assign/awb')).toHaveLength(1);
  });

  for (const returnedOrder of ['first', 'second'] as const) {
    test(`creates only one parcel if an order is sent twice and the ${returnedOrder} one is returned`, async () => {
      const { shop, clock, requestBooking, shipment } = await setUp();
      stub.duplicateResponse = returnedOrder;
      await requestBooking();
      stub.lostResponses.add('orders/create/adhoc');
      // At first, even the search does not find the order.
      stub.blindSearches = 1;
      await runShipments(shop);
      expect(shipmentText(await shipment())).toBe('Requested. Shiprocket is not responding. Another attempt follows.');
      clock.at += 10_000;
      await runShipments(shop);
      expect(stub.orders).toHaveLength(returnedOrder === 'first' ? 1 : 2);
      expect(stub.parcels).toHaveLength(1);
      expect(await shipment()).toMatchObject({ phase: 'booked', awb: stub.parcels[0]?.awb });
      expect(stub.callsTo('courier/assign/awb')).toHaveLength(1);
    });
  }

  test('uses a different reference for an order that was cancelled in Shiprocket', async () => {
    const { shop, order, bookParcel, requestBooking, shipment } = await setUp();
    const firstShipment = await bookParcel();
    await requestCancellation(shop, { id: firstShipment.id, version: firstShipment.updated_at });
    await runShipments(shop);
    expect(stub.parcels).toEqual([]);
    await requestBooking();
    // The next reference is also in use.
    stub.orders.push({ ...(stub.orders[0] as (typeof stub.orders)[0]), id: 7, channel_order_id: `${order.number}-2` });
    await runShipments(shop);
    expect(await shipment()).toMatchObject({ phase: 'booked', reference: `${order.number}-3` });
    expect(stub.parcels.map(({ channel_order_id }) => channel_order_id)).toEqual([`${order.number}-3`]);
  });

  for (const path of ['orders/create/adhoc', 'courier/assign/awb', 'courier/generate/label']) {
    test(`creates only one parcel if a process stalls during ${path} and another completes the task`, async () => {
      const { shop, shopInOtherProcess, clock, requestBooking, shipment } = await setUp();
      await requestBooking();
      const { promise: pathReached, resolve: reportReached } = Promise.withResolvers<void>();
      const { promise: stallEnded, resolve: endStall } = Promise.withResolvers<void>();
      stub.beforeResponse = async (requestedPath) => {
        if (requestedPath !== path) return;
        reportReached();
        await stallEnded;
      };
      const stalledRun = runShipments(shop);
      await pathReached;
      stub.beforeResponse = undefined;
      await runShipments(shopInOtherProcess());
      expect((await shipment()).label_file).toBeNull();
      clock.at += LEASE_MS;
      await runShipments(shopInOtherProcess());
      expect(await shipment()).toMatchObject({ phase: 'booked', task: null, awb: stub.parcels[0]?.awb });
      expect(stub.parcels).toHaveLength(1);
      // The first process was only slow. It has lost the lease, so it changes nothing.
      const bookedShipment = await shipment();
      endStall();
      await stalledRun;
      expect(await shipment()).toEqual(bookedShipment);
      expect(stub.parcels).toHaveLength(1);
    });
  }

  test('logs in again, only once, if the token has expired', async () => {
    const { shop, fetchRates, shipment } = await setUp();
    await fetchRates();
    expect(stub.logins).toBe(1);
    stub.expireTokens();
    const { id, updated_at } = await shipment();
    await requestBookings(shop, [{ id, version: updated_at, courierId: 43 }]);
    await runShipments(shop);
    expect(await shipment()).toMatchObject({ phase: 'booked' });
    expect(stub.logins).toBe(2);
  });

  test('fails immediately with a wrong password, which is not sent again', async () => {
    const { shop, fetchRates, shipment } = await setUp();
    shop.settings.shiprocket = { ...stub.keys, password: 'old password' };
    await fetchRates();
    expect(shipmentText(await shipment())).toContain('check SHIPROCKET_EMAIL and SHIPROCKET_PASSWORD');
    await retryTask(shop, await shipment());
    await runShipments(shop);
    expect(stub.logins).toBe(1);
  });

  test('is retried with pauses while Shiprocket does not respond, and finally only by staff', async () => {
    const { shop, clock, fetchRates, shipment } = await setUp();
    stub.isDown = true;
    await fetchRates();
    for (let n = 0; n < 10; n++) {
      clock.at += 20 * MINUTE_MS;
      // Each run has a new circuit breaker, because a shared circuit breaker would pause the calls for some seconds.
      await runShipments({ ...shop, upstreams: new (shop.upstreams.constructor as new () => typeof shop.upstreams)() });
    }
    expect(shipmentText(await shipment())).toBe('No rates: Shiprocket is not responding.');
    expect(stub.calls).toHaveLength(7);
    stub.isDown = false;
    const { id, updated_at: version } = await shipment();
    await retryTask(shop, { id, version });
    await runShipments({ ...shop, upstreams: new (shop.upstreams.constructor as new () => typeof shop.upstreams)() });
    expect(shipmentText(await shipment())).toBe('Choose a courier');
  });

  test('shows why Shiprocket rejects a parcel, and books nothing', async () => {
    const { shop, requestBooking, shipment, readOrder } = await setUp();
    await requestBooking();
    stub.assignError = 'Please recharge your wallet';
    await runShipments(shop);
    const failedShipment = await shipment();
    expect(shipmentText(failedShipment)).toBe('Failed: Shiprocket rejected the request: Please recharge your wallet');
    expect((await readOrder()).tracking_number).toBeNull();
    stub.assignError = undefined;
    await retryTask(shop, { id: failedShipment.id, version: failedShipment.updated_at });
    await runShipments(shop);
    expect(await shipment()).toMatchObject({ phase: 'booked' });
    expect(stub.parcels).toHaveLength(1);
  });

  test('rejects a tracking number that already belongs to another parcel', async () => {
    const { shop, bookParcel, order, shipment, place, cartOf } = await setUp();
    const { awb } = await bookParcel();
    const otherOrder = await place(await cartOf(['test-scarf', 1]));
    await requestRates(shop, [otherOrder.id], 'all');
    await runShipments(shop);
    const { id, updated_at: version } = await shipment();
    await requestBookings(shop, [{ id, version, courierId: 43 }]);
    stub.repeatedAwb = awb ?? '';
    await runShipments(shop);
    const failedShipment = await shipment();
    expect(failedShipment).toMatchObject({ order_id: otherOrder.id, phase: 'new', awb: null });
    expect(shipmentText(failedShipment)).toBe(
      `Failed: The courier assigned the tracking number ${awb}, which belongs to the parcel of ${order.number}. Ask the courier.`,
    );
    await requestCancellation(shop, { id, version: failedShipment.updated_at });
    await runShipments(shop);
    expect(await shipment()).toMatchObject({ phase: 'cancelled', task: null });
  });

  test('shows an internal error, and is retried after a pause', async () => {
    const { shop, clock, requestBooking, shipment } = await setUp();
    await requestBooking();
    // No label can be saved in this folder.
    await runShipments({ ...shop, settings: { ...shop.settings, dataDir: '/dev/null' } });
    expect(shipmentText(await shipment())).toBe(
      'Requested. The shop had an internal error. See the log for details. Another attempt follows.',
    );
    clock.at += 10_000;
    await runShipments(shop);
    expect(shipmentText(await shipment())).toBe('Booked');
    expect(stub.parcels).toHaveLength(1);
  });

  test('requests rates again for a different size, and reports a pincode that no courier serves', async () => {
    const { shop, fetchRates, shipment } = await setUp();
    const { id, updated_at: version } = await fetchRates();
    stub.isServiceable = false;
    const size = { weightGrams: 1_200, lengthCm: 40, breadthCm: 30, heightCm: 10 };
    await changeSize(shop, { id, version }, size);
    await expect(changeSize(shop, { id, version }, size)).rejects.toMatchObject({ code: 'conflict' });
    await runShipments(shop);
    expect(shipmentText(await shipment())).toBe('No rates: No courier serves the pincode 500003 for this parcel.');
    expect(stub.callsTo('courier/serviceability/').at(-1)?.path).toContain('weight=1.2');
    await requestCancellation(shop, { id });
    await expect(changeSize(shop, { id }, size), 'its cancellation is requested').rejects.toMatchObject({
      code: 'conflict',
    });
  });

  test('requests the pickup and the manifest even if responses are lost', async () => {
    const { shop, bookParcel, shipment, clock } = await setUp();
    const { id, updated_at: version } = await bookParcel();
    await schedulePickup(shop, { id, version });
    stub.lostResponses.add('courier/generate/pickup');
    await runShipments(shop);
    clock.at += 10_000;
    stub.lostResponses.add('manifests/generate');
    await runShipments(shop);
    clock.at += 30_000;
    await runShipments(shop);
    expect(shipmentText(await shipment())).toBe('Booked, pickup requested');
    expect(stub.parcels).toMatchObject([{ isPickupRequested: true, isManifested: true }]);
  });

  test('replaces the shop’s label in the printed PDF with the courier’s', async () => {
    const { db, shop, bookParcel, order, place, cartOf } = await setUp();
    await bookParcel();
    const otherOrder = await place(await cartOf(['test-scarf', 1]));
    const printPageSizes = async (ids: string[], kinds: PrintKind[]) => {
      const pdf = await printOrders(shop, await planPrint(db, ids, { kinds, scope: 'all' }), '4x6');
      const pages = (await PDFDocument.load(pdf ?? '')).getPages();
      return pages.map((page) => {
        const size = [page.getWidth(), page.getHeight()].map(Math.round).join('x');
        // The courier's labels use a different font from the shop's documents.
        return String(page.node.Resources()).includes('/Helvetica') ? `${size} of the courier` : size;
      });
    };
    // The courier's label comes last, after the slips and the shop's own label.
    expect(await printPageSizes([order.id, otherOrder.id], ['slips', 'labels'])).toEqual([
      '595x842',
      '595x842',
      '288x432',
      '288x432 of the courier',
    ]);
    expect(await printPageSizes([order.id], ['labels'])).toEqual(['288x432 of the courier']);
  });

  test('reports that the amount due or the address has changed since the booking', async () => {
    const { db, shop, bookParcel, order, clock } = await setUp();
    await bookParcel();
    const readOutdatedReason = async () => (await readOrderShipping(db, [order.id], 'all'))[0]?.outdatedReason;
    expect(await readOutdatedReason()).toBeUndefined();
    clock.at += MINUTE_MS;
    const { updated_at } = await db.write
      .selectFrom('orders')
      .select('updated_at')
      .where('id', '=', order.id)
      .executeTakeFirstOrThrow();
    await correctAddress(shop, order.id, { ...HOME, house: '5-4-87' }, updated_at);
    expect(await readOutdatedReason()).toContain('The address was corrected after the booking.');
    await db.write.updateTable('orders').set({ payment_status: 'paid' }).where('id', '=', order.id).execute();
    expect(await readOutdatedReason()).toContain('but ₹0.00 is due at the door.');
  });

  test('is cancelled together with the order, even if the response to the booking was lost', async () => {
    const { shop, clock, requestBooking, order, shipment, readOrder } = await setUp();
    await requestBooking();
    stub.lostResponses.add('orders/create/adhoc');
    await runShipments(shop);
    expect(stub.parcels).toHaveLength(1);
    await cancelOrder(shop, order.id, 'customer');
    clock.at += 10_000;
    await runShipments(shop);
    expect(stub.parcels).toEqual([]);
    expect(await shipment()).toMatchObject({ phase: 'cancelled', task: null });
    expect(await readOrder()).toMatchObject({ order_status: 'cancelled', tracking_number: null });
  });
});
