import { expect, test } from 'vitest';
import { setShelf } from '#lib/catalog/inventory/set-shelf.server.ts';
import { runAs } from '#lib/platform/actor/actor.server.ts';
import { readAudit } from '#lib/platform/audit/read-audit.server.ts';
import {
  bulkActionResult,
  createBulkAction,
  previewBulkAction,
  runBulkAction,
} from '#lib/sales/orders/admin/bulk-actions.server.ts';
import { readOrderDetails } from '#lib/sales/orders/admin/order-details.server.ts';
import { cancelPart } from '#lib/sales/orders/credits/apply-credit.server.ts';
import { cancelOrder, moveOrder } from '#lib/sales/orders/move-order.server.ts';
import { packOrder, scanItem, unpackOrder } from '#lib/sales/orders/packing/pack-order.server.ts';
import { nextToPack, readPackableOrders } from '#lib/sales/orders/packing/read-packing.server.ts';
import { onBothEngines } from '#support/database.ts';
import { stockGoods } from '#support/goods.ts';
import { orderFixture } from '#support/order-fixture.ts';

const PRIYA = { kind: 'staff' as const, id: 's1', name: 'Priya', origin: '203.0.113.7, Chrome on Android' };

onBothEngines('during packing,', (open) => {
  async function setUp() {
    const db = await open();
    await stockGoods(db);
    const { shop, clock, place, cartOf } = orderFixture(db);
    const tickingShop = { ...shop, now: () => clock.at++ };
    const order = await place(await cartOf(['test-kurta', 2], ['test-cloth', 2.5]));
    const readPacking = async (id = order.id) => {
      const [packing] = await readPackableOrders(db, [id], 'all');
      if (!packing) throw new Error('The order is missing.');
      return packing;
    };
    const scan = async (code: string, id = order.id) =>
      scanItem(tickingShop, id, { code }, (await readPacking(id)).order.updated_at);
    const readPackedQuantities = async () => (await readPacking()).lines.map((line) => line.packedQuantity);
    const readEvents = async () =>
      (await readOrderDetails(db, order.id))?.events.map(({ kind, author }) => [kind, author]);
    return { db, shop: tickingShop, order, place, cartOf, readPacking, scan, readPackedQuantities, readEvents };
  }

  test('each scan is stored, and the last one marks the order as packed with one history entry', async () => {
    const { db, order, readPacking, scan, readPackedQuantities, readEvents } = await setUp();
    await runAs(PRIYA, async () => {
      expect((await scan('TK-M')).message).toBe('1 × Test Kurta (Rust/M)');
      expect(await readPackedQuantities()).toEqual([1, 0]);
      await scan('tk-m');
      expect((await scan('TC')).message).toBe(`2.5 m Test Cloth. ${order.number} is packed.`);
    });
    expect(await readPackedQuantities()).toEqual([2, 250]);
    expect((await readPacking()).order).toMatchObject({ order_status: 'processing', packed_at: expect.any(Number) });
    expect((await readEvents())?.slice(-1)).toEqual([['packed', 'Priya']]);
    const { entries } = await readAudit(db, { record: { kind: 'order', id: order.id } });
    expect(entries.map(({ action, changes }) => [action, changes])).toEqual([
      ['order packed', [{ field: 'order status', before: 'placed', after: 'processing' }]],
    ]);
    expect((await scan(order.number)).message).toBe(`${order.number} is packed.`);
  });

  test.each([
    [
      'the wrong size',
      'TK-L',
      'Wrong variant: TK-L is Test Kurta (Rust/L). Expected: TK-M Test Kurta (Rust/M), TC Test Cloth.',
    ],
    ['other goods', 'TS', 'Not in this order: TS is Test Scarf. Expected: TK-M Test Kurta (Rust/M), TC Test Cloth.'],
    ['an unknown code', 'X', 'No product has the code X. Expected: TK-M Test Kurta (Rust/M), TC Test Cloth.'],
    ['a bolt that is too short', 'TC/1', 'Too short: bolt 1 has only 1 m left. Cut 2.5 m from bolt 2.'],
  ])('%s is rejected with a message, and nothing is changed', async (_description, code, message) => {
    const { db, readPacking, scan, readPackedQuantities } = await setUp();
    if (code === 'TC/1') {
      // The order’s cloth was cut from the shorter bolt, which is the second bolt.
      expect((await readPacking()).lines[1]?.boltPosition).toBe(1);
      await db.write.updateTable('bolt').set({ length_cm: 100 }).where('position', '=', 0).execute();
      await db.write.updateTable('variant').set({ quantity: 100 }).where('sku', '=', 'TC').execute();
    }
    await expect(scan(code)).rejects.toMatchObject({ code: 'conflict', message });
    expect(await readPackedQuantities()).toEqual([0, 0]);
    expect(await db.write.selectFrom('packed_line').selectAll().execute()).toEqual([]);
  });

  test('a piece too many is rejected, even if several phones scan concurrently', async () => {
    const { scan, readPackedQuantities } = await setUp();
    const results = await Promise.allSettled([scan('TK-M'), scan('TK-M'), scan('TK-M')]);
    expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(1);
    expect(await readPackedQuantities()).toEqual([2, 0]);
    await expect(scan('TK-M')).rejects.toMatchObject({
      message: 'One too many: TK-M Test Kurta (Rust/M) is already complete (2).',
    });
  });

  test('two concurrent final scans complete the order only once', async () => {
    const { scan, readPacking, readEvents } = await setUp();
    await scan('TK-M');
    await Promise.all([scan('TK-M'), scan('TC')]);
    expect((await readPacking()).order.packed_at).not.toBeNull();
    expect((await readEvents())?.filter(([kind]) => kind === 'packed')).toHaveLength(1);
  });

  test('a scan from an outdated page is rejected', async () => {
    const { shop, order, readPacking, readPackedQuantities } = await setUp();
    const { updated_at: version } = (await readPacking()).order;
    await moveOrder(shop, order.id, 'processing');
    await expect(scanItem(shop, order.id, { code: 'TK-M' }, version)).rejects.toMatchObject({
      code: 'conflict',
      message: 'The order was changed in the meantime. Please check it again.',
    });
    await expect(packOrder(shop, order.id, { version })).rejects.toMatchObject({ code: 'conflict' });
    await expect(unpackOrder(shop, order.id, { version })).rejects.toMatchObject({ code: 'conflict' });
    expect(await readPackedQuantities()).toEqual([0, 0]);
  });

  test('the last scan can be undone, even after the order was packed', async () => {
    const { shop, order, readPacking, scan, readPackedQuantities, readEvents } = await setUp();
    const undo = async (isAll = false) =>
      unpackOrder(shop, order.id, { version: (await readPacking()).order.updated_at, isAll });
    await expect(undo()).rejects.toMatchObject({ message: 'Nothing is packed yet.' });
    await scan('TC');
    await scan('TK-M');
    await scan('TK-M');
    expect((await undo()).message).toBe('Taken out: 1 × Test Kurta (Rust/M)');
    expect(await readPackedQuantities()).toEqual([1, 250]);
    expect((await readPacking()).order.packed_at).toBeNull();
    await undo();
    await undo();
    expect(await readPackedQuantities()).toEqual([0, 0]);
    await packOrder(shop, order.id);
    await undo(true);
    expect(await readPackedQuantities()).toEqual([0, 0]);
    const kinds = (await readEvents())?.map(([kind]) => kind).filter((kind) => kind?.includes('packed'));
    expect(kinds).toEqual(['packed', 'unpacked', 'packed', 'unpacked']);
  });

  test('a scan of another order’s number leads to that order', async () => {
    const { order, place, cartOf, scan } = await setUp();
    const otherOrder = await place(await cartOf(['test-scarf', 1]));
    expect((await scan(otherOrder.number.toLowerCase())).otherOrder).toEqual({
      id: otherOrder.id,
      number: otherOrder.number,
    });
    expect((await scan(order.number)).message).toBe(`${order.number} is this order. Lines still to pack: 2.`);
  });

  test('pieces that were cancelled can’t be packed', async () => {
    const { shop, order, scan, readPackedQuantities, readPacking } = await setUp();
    await scan('TK-M');
    await scan('TK-M');
    await cancelPart(shop, order.id, [{ position: 0, quantity: 1 }]);
    expect((await readPacking()).lines[0]).toMatchObject({ quantity: 1, packedQuantity: 2 });
    await expect(scan('TK-M')).rejects.toThrow(/^One too many/);
    const version = (await readPacking()).order.updated_at;
    await unpackOrder(shop, order.id, { version });
    expect(await readPackedQuantities()).toEqual([1, 0]);
  });

  test('a cancelled order can’t be packed', async () => {
    const { shop, order, scan } = await setUp();
    await cancelOrder(shop, order.id, 'shop');
    await expect(scan('TK-M')).rejects.toMatchObject({ message: "An order that is cancelled can't be packed." });
    await expect(packOrder(shop, order.id)).rejects.toMatchObject({ code: 'conflict' });
  });

  test('a bulk action packs orders and reports those that can’t be packed', async () => {
    const { db, shop, order, place, cartOf, readPacking } = await setUp();
    const otherOrders = [await place(await cartOf(['test-scarf', 1])), await place(await cartOf(['test-scarf', 2]))];
    const ids = [order.id, ...otherOrders.map(({ id }) => id)];
    await moveOrder(shop, ids[1] ?? '', 'shipped');
    const preview = await previewBulkAction(db, 'packed', ids);
    expect(preview.map(({ refusal }) => refusal)).toEqual([
      undefined,
      "An order that is shipped can't be packed.",
      undefined,
    ]);
    const orders = preview.map(({ order: { id, updated_at: version } }) => ({ id, version }));
    const bulkActionId = await runAs(PRIYA, () => createBulkAction(shop, { action: 'packed', orders }));
    await runAs(PRIYA, () => runBulkAction(shop, bulkActionId));
    const { rows } = await bulkActionResult(db, bulkActionId);
    expect(rows.map(({ state, message }) => [state, message])).toEqual([
      ['done', null],
      ['failed', "An order that is shipped can't be packed."],
      ['done', null],
    ]);
    expect((await readPacking()).lines.map((line) => line.packedQuantity)).toEqual([2, 250]);
    expect(await nextToPack(db, ids, order.id)).toEqual({ next: undefined, remainingCount: 0 });
  });

  test('the next unpacked order in the selection is offered, wrapping around after the last one', async () => {
    const { db, shop, order, place, cartOf } = await setUp();
    const [secondOrder, thirdOrder] = [
      await place(await cartOf(['test-scarf', 1])),
      await place(await cartOf(['test-scarf', 1])),
    ];
    const ids = [order.id, secondOrder.id, thirdOrder.id];
    expect(await nextToPack(db, ids, order.id)).toMatchObject({ next: { id: secondOrder.id }, remainingCount: 2 });
    await packOrder(shop, secondOrder.id);
    expect(await nextToPack(db, ids, order.id)).toMatchObject({ next: { id: thirdOrder.id }, remainingCount: 1 });
    expect(await nextToPack(db, ids, thirdOrder.id)).toMatchObject({
      next: { number: order.number },
      remainingCount: 1,
    });
  });

  test('a shelf can be set for one or all variants of a product, and is kept by an import', async () => {
    const { db, shop, readPacking } = await setUp();
    await runAs(PRIYA, () => setShelf(db, 'test-kurta', ' A-3 ', shop.now()));
    await setShelf(db, 'TK-L', 'B-1', shop.now());
    await stockGoods(db);
    const rows = await db.write.selectFrom('variant').select(['sku', 'shelf']).orderBy('sku').execute();
    expect(rows.filter(({ shelf }) => shelf)).toEqual([
      { sku: 'TK-L', shelf: 'B-1' },
      { sku: 'TK-M', shelf: 'A-3' },
    ]);
    expect((await readPacking()).lines[0]?.shelf).toBe('A-3');
    expect((await setShelf(db, 'TK-L', '', shop.now()))[0]?.shelf).toBeNull();
    await expect(setShelf(db, 'TK-L', 'x'.repeat(41), shop.now())).rejects.toMatchObject({ code: 'invalid' });
    expect((await readAudit(db)).entries.map(({ action }) => action)).toContain('set shelf');
  });
});
