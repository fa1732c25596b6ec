import { afterEach, beforeEach, expect, test } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '#lib/primitives/durations.ts';
import { recordReturn } from '#lib/sales/orders/credits/apply-credit.server.ts';
import { moveOrder } from '#lib/sales/orders/move-order.server.ts';
import { problemParcels, returnedFreightPaise } from '#lib/sales/shipping/read-shipments.server.ts';
import { receiveCourierWebhook } from '#lib/sales/shipping/receive-webhook.server.ts';
import { retryTask, scheduleAnswer } from '#lib/sales/shipping/request-shipments.server.ts';
import { runShipments } from '#lib/sales/shipping/run-shipments.server.ts';
import { trackShipments } from '#lib/sales/shipping/track-shipments.server.ts';
import { onBothEngines } from '#support/database.ts';
import { shippingFixture } from '#support/shipping-fixture.ts';
import { ShiprocketStub, type StubOrder } from '#support/shiprocket-stub.ts';

const reportTime = (time: string) => `21 11 2026 ${time}`;

onBothEngines('courier reports', (open) => {
  let stub: ShiprocketStub;
  beforeEach(async () => {
    stub = await ShiprocketStub.start();
  });
  afterEach(() => stub.close());

  async function setUp() {
    const fixture = await shippingFixture(await open(), stub);
    await fixture.bookParcel();
    fixture.clock.at = Date.parse('2026-11-21T20:00:00+05:30');
    const remoteParcel = stub.parcels[0] as StubOrder;
    return { ...fixture, remoteParcel };
  }

  test('advance the order and send its emails, however often and in whatever order they arrive', async () => {
    const { report, remoteParcel, readOrder, shipment, kindsOfMails } = await setUp();
    await report(remoteParcel, 17, reportTime('16:00:00'));
    expect(await readOrder()).toMatchObject({ order_status: 'out_for_delivery', carrier: 'Delhivery Surface' });
    for (const [code, time] of [
      [42, '13:00:00'],
      [18, '14:00:00'],
      [17, '16:00:00'],
      [19, '12:30:00'],
    ] as const)
      await report(remoteParcel, code, reportTime(time));
    expect((await shipment()).status).toBe('out_for_delivery');
    await Promise.all([
      report(remoteParcel, 7, reportTime('17:00:00')),
      report(remoteParcel, 7, reportTime('17:00:00')),
    ]);
    await report(remoteParcel, 21, reportTime('16:30:00'));
    expect(await readOrder()).toMatchObject({ order_status: 'delivered', payment_status: 'paid', cash_due: 1 });
    expect(await shipment()).toMatchObject({ status: 'delivered', tracked: 0 });
    expect((await kindsOfMails()).sort()).toEqual(['order_delivered', 'order_out_for_delivery', 'order_placed']);
  });

  test('that arrive before the response to the booking are applied after it', async () => {
    const fixture = await shippingFixture(await open(), stub);
    const { shop, requestBooking, readOrder, shipment, clock } = fixture;
    await requestBooking();
    clock.at += MINUTE_MS;
    stub.beforeResponse = async (path) => {
      if (path !== 'courier/assign/awb') return;
      expect(await fixture.report(stub.parcels[0] as StubOrder, 42, reportTime('12:00:30'))).toBe(true);
      expect((await readOrder()).order_status).toBe('placed');
    };
    await runShipments(shop);
    expect(await readOrder()).toMatchObject({ order_status: 'shipped', tracking_number: stub.parcels[0]?.awb });
    expect((await shipment()).status).toBe('shipped');
  });

  test('that are forged, malformed or about other parcels have no effect', async () => {
    const { shop, remoteParcel, db, readOrder, report } = await setUp();
    const orderBefore = await readOrder();
    const forgedReport = stub.webhook(remoteParcel, 7, reportTime('17:00:00'), { token: 'guessed' });
    await expect(receiveCourierWebhook(shop, forgedReport.body, forgedReport.headers)).rejects.toMatchObject({
      code: 'refused',
    });
    const { headers } = stub.webhook(remoteParcel, 7, reportTime('17:00:00'));
    await expect(receiveCourierWebhook(shop, Buffer.from('{"awb":'), headers)).rejects.toMatchObject({
      code: 'malformed',
    });
    expect(await report({ ...remoteParcel, awb: 'AWB-OF-ANOTHER' }, 7, reportTime('17:00:00'))).toBe(false);
    expect(
      await report({ ...remoteParcel, awb: '', channel_order_id: 'TA-2020-000001' }, 7, reportTime('17:00:00')),
    ).toBe(false);
    expect(await report(remoteParcel, 999, reportTime('17:00:00'))).toBe(false);
    expect(await readOrder()).toEqual(orderBefore);
    expect(await db.write.selectFrom('shipment_event').selectAll().execute()).toEqual([]);
  });

  test('never restock goods; only staff restock a parcel that came back', async () => {
    const { shop, report, remoteParcel, readOrder, shipment, stock, order, db, readEventKinds } = await setUp();
    await report(remoteParcel, 42, reportTime('13:00:00'));
    await report(remoteParcel, 9, reportTime('15:00:00'));
    await report(remoteParcel, 7, reportTime('18:00:00'));
    await report(remoteParcel, 10, reportTime('19:00:00'));
    await report(remoteParcel, 10, reportTime('19:00:00'));
    expect(await shipment()).toMatchObject({ status: 'came_back', return_freight_paise: 5_400, tracked: 0 });
    expect(await returnedFreightPaise(db, order.id)).toBe(10_800);
    expect(await readOrder()).toMatchObject({ order_status: 'shipped', payment_status: 'cod' });
    expect(await stock()).toMatchObject({ 'test-kurta': { stock: 3, sold: 2 } });
    expect(await problemParcels(db, 'came_back', 'all')).toMatchObject([{ number: order.number }]);
    expect((await readEventKinds()).slice(-2)).toEqual(['coming_back', 'came_back']);
    await recordReturn(shop, order.id, {});
    expect(await stock()).toMatchObject({ 'test-kurta': { stock: 5 } });
    await report(remoteParcel, 14, reportTime('19:30:00'));
    expect(await stock()).toMatchObject({ 'test-kurta': { stock: 5 } });
    expect(await problemParcels(db, 'came_back', 'all')).toEqual([]);
  });

  test('do not change an order that staff have already advanced further', async () => {
    const { shop, report, remoteParcel, order, readOrder, kindsOfMails } = await setUp();
    await moveOrder(shop, order.id, 'delivered');
    const mailKinds = await kindsOfMails();
    await report(remoteParcel, 18, reportTime('14:00:00'));
    expect((await readOrder()).order_status).toBe('delivered');
    expect(await kindsOfMails()).toEqual(mailKinds);
  });

  test('about each failed delivery require an answer, which is sent to the courier', async () => {
    const { shop, report, remoteParcel, shipment, clock, db, readEventKinds } = await setUp();
    const readUnansweredParcels = async () =>
      (await problemParcels(db, 'undelivered', 'all')).filter(({ isAnswered }) => !isAnswered);
    await report(remoteParcel, 21, reportTime('15:00:00'), 'Customer not available');
    // The parcel is still undelivered at the hub.
    await report(remoteParcel, 18, reportTime('15:30:00'));
    expect(await readUnansweredParcels()).toMatchObject([
      { shipment: { row: { reason: 'Customer not available', attempts: 1 } } },
    ]);
    stub.isDown = true;
    const { id, updated_at: version } = await shipment();
    const instruction = { action: 'address', note: 'Ring the bell', phone: '9123456789', address: 'Flat 4' } as const;
    await scheduleAnswer(shop, { id, version }, instruction);
    await expect(scheduleAnswer(shop, { id, version }, instruction)).rejects.toMatchObject({ code: 'conflict' });
    await runShipments(shop);
    stub.isDown = false;
    clock.at += 10_000;
    await runShipments(shop);
    expect(stub.ndrActions).toEqual([
      {
        awb: remoteParcel.awb,
        body: { action: 're-attempt', comments: 'Ring the bell', phone: '9123456789', address1: 'Flat 4' },
      },
    ]);
    expect(await readUnansweredParcels()).toEqual([]);

    await report(remoteParcel, 17, reportTime('19:00:00'));
    clock.at = Date.parse('2026-11-22T20:00:00+05:30');
    await report(remoteParcel, 21, '22 11 2026 15:00:00', 'Refused by the customer');
    expect(await readUnansweredParcels()).toMatchObject([{ shipment: { row: { attempts: 2 } } }]);
    const shipmentAfterRetry = await shipment();
    await scheduleAnswer(
      shop,
      { id, version: shipmentAfterRetry.updated_at },
      { action: 'give_up', note: 'Return it' },
    );
    await runShipments(shop);
    expect(stub.ndrActions.at(-1)?.body).toEqual({ action: 'return', comments: 'Return it' });
    expect((await readEventKinds()).filter((kind) => kind === 'undelivered')).toHaveLength(2);
    await expect(retryTask(shop, await shipment())).rejects.toMatchObject({ code: 'conflict' });
  });

  test('are also found by polling if the webhook is missing', async () => {
    const { shop, remoteParcel, clock, readOrder, shopInOtherProcess } = await setUp();
    stub.trackingReports.set(remoteParcel.awb, { code: 18, date: '2026-11-21 14:00:00', activity: 'Left the hub' });
    await Promise.all([trackShipments(shop), trackShipments(shopInOtherProcess())]);
    expect(stub.callsTo('courier/track/awbs')).toHaveLength(1);
    expect((await readOrder()).order_status).toBe('in_transit');
    clock.at += MINUTE_MS;
    await trackShipments(shop);
    expect(stub.callsTo('courier/track/awbs')).toHaveLength(1);
    clock.at += 3 * HOUR_MS;
    stub.trackingReports.set(remoteParcel.awb, { code: 7, date: '2026-11-21 20:30:00', activity: 'Delivered' });
    await trackShipments(shop);
    expect((await readOrder()).order_status).toBe('delivered');
    clock.at += 3 * HOUR_MS;
    await trackShipments(shop);
    expect(stub.callsTo('courier/track/awbs')).toHaveLength(2);
  });
});
