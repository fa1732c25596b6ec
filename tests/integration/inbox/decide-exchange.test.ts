import { expect, test } from 'vitest';
import { runAs } from '#lib/platform/actor/actor.server.ts';
import { readAudit } from '#lib/platform/audit/read-audit.server.ts';
import type { FileStore } from '#lib/platform/files/storage/file-store.ts';
import { newId } from '#lib/platform/tokens.server.ts';
import { chosenVariantIds } from '#lib/sales/exchanges/decision.schema.ts';
import {
  approveExchange,
  declineExchange,
  receiveExchange,
  shipExchange,
} from '#lib/sales/exchanges/exchange-admin.server.ts';
import { readExchangeWithChoices } from '#lib/sales/exchanges/exchange-choices.server.ts';
import { exchangeImageForAdmin } from '#lib/sales/exchanges/exchange-image.server.ts';
import { exchangeOfId } from '#lib/sales/exchanges/read-exchanges.server.ts';
import { requestExchange } from '#lib/sales/exchanges/request-exchange.server.ts';
import { moveOrder } from '#lib/sales/orders/move-order.server.ts';
import { trackToken } from '#lib/sales/orders/record/track-token.server.ts';
import { onBothEngines } from '#support/database.ts';
import { stockGoods } from '#support/goods.ts';
import { orderFixture } from '#support/order-fixture.ts';

const PACKER = { kind: 'staff' as const, id: 's1', name: 'Priya', origin: '203.0.113.7, Chrome on Android' };
const WITH_ENDED = { includesEnded: true };

onBothEngines('an exchange in the inbox', (open) => {
  /** Requests an exchange of a kurta in M that is too small. Two kurtas in L are in stock at the same price. */
  async function setUpExchange(replacement: 'TK-L' | null) {
    const db = await open();
    await stockGoods(db);
    const variants = () => db.write.updateTable('variant');
    await variants().set({ quantity: 2, sale_price_paise: 149_950 }).where('sku', '=', 'TK-L').execute();
    const fixture = orderFixture(db);
    const placedOrder = await fixture.place(await fixture.cartOf(['test-kurta', 2]));
    const order = await moveOrder(fixture.shop, placedOrder.id, 'delivered');
    const rows = await db.write.selectFrom('variant').select(['id', 'sku']).execute();
    const ids = Object.fromEntries(rows.map(({ id, sku }) => [sku ?? '', id]));
    const line = { line: 0, quantity: 1, replacement: replacement && String(ids[replacement]) };
    const request = { reasons: ['Size too small' as const], customReason: '', hasOriginalPackaging: 'true' as const };
    const viewer = { token: trackToken(fixture.shop.secretKey, order.id) };
    const shop = { ...fixture.shop, files: {} as FileStore };
    const { _id: id } = await requestExchange(shop, viewer, { ...request, order: order.id, lines: [line] }, []);
    const readVersion = async () => (await exchangeOfId(shop, id)).updated_at;
    const readQuantity = async (sku: string) =>
      (await db.write.selectFrom('variant').select('quantity').where('sku', '=', sku).executeTakeFirst())?.quantity;
    return { ...fixture, db, shop, order, id, ids, readVersion, readQuantity };
  }

  test('shows the stock and price difference of each variant that could replace the goods', async () => {
    const { db, shop, id, ids } = await setUpExchange('TK-L');
    const { lines } = await readExchangeWithChoices(shop, id, WITH_ENDED);
    expect(lines).toHaveLength(1);
    const [line] = lines;
    expect(line).toMatchObject({ quantity: 1, requestedId: ids['TK-L'] });
    const shownChoices = line?.choices.map(({ sku, available, differencePaise, refusal }) => [
      sku,
      available,
      differencePaise,
      refusal === undefined,
    ]);
    expect(shownChoices).toEqual([
      ['TK-M', 3, 0, true],
      ['TK-L', 2, 0, true],
    ]);
    await db.write.updateTable('variant').set({ sale_price_paise: null }).where('sku', '=', 'TK-L').execute();
    const [lineAfterPriceChange] = (await readExchangeWithChoices(shop, id, WITH_ENDED)).lines;
    expect(lineAfterPriceChange?.choices[1]).toMatchObject({
      differencePaise: 49_950,
      refusal: expect.stringContaining('₹1,999'),
    });
  });

  test('is approved with the chosen goods, which are reserved and then shipped by a packer', async () => {
    const { db, shop, id, ids, readVersion, readQuantity, mails } = await setUpExchange(null);
    expect((await readExchangeWithChoices(shop, id, WITH_ENDED)).lines[0]?.requestedId).toBeUndefined();
    const version = await readVersion();
    await runAs(PACKER, async () => {
      await expect(approveExchange(shop, { id, version })).rejects.toMatchObject({ code: 'conflict' });
      const replacements = chosenVariantIds({ line0: String(ids['TK-L']), line1: '', other: '1' });
      await expect(approveExchange(shop, { id, version }, new Map([[0, 999_999]]))).rejects.toMatchObject({
        code: 'invalid',
      });
      await approveExchange(shop, { id, version }, replacements);
      expect(await readQuantity('TK-L')).toBe(1);
      const staleError = { code: 'conflict', message: expect.stringContaining('was changed in the meantime') };
      await expect(declineExchange(shop, { id, version }, 'No.')).rejects.toMatchObject(staleError);
      await receiveExchange(shop, { id, version: await readVersion() }, true);
      await shipExchange(shop, { id, version: await readVersion() }, { carrier: 'India Post' });
    });
    expect(await readQuantity('TK-M')).toBe(3);
    expect((await mails('exchange')).at(-1)?.text).toContain('India Post');
    const { entries } = await readAudit(db);
    expect(entries.every(({ actor }) => actor === 'Priya')).toBe(true);
    expect(entries).toHaveLength(3);
    await expect(readExchangeWithChoices(shop, id, { includesEnded: false })).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  test('is declined with a reason, which is emailed to the customer', async () => {
    const { shop, id, readVersion, mails } = await setUpExchange('TK-L');
    await declineExchange(shop, { id, version: await readVersion() }, 'It was washed.');
    expect((await mails('exchange')).at(-1)?.text).toContain('It was washed.');
    expect((await readExchangeWithChoices(shop, id, WITH_ENDED)).lines).toEqual([]);
  });

  test('is decided only once if two people decide at the same time', async () => {
    const { shop, id, readVersion, readQuantity } = await setUpExchange('TK-L');
    const version = await readVersion();
    const results = await Promise.allSettled([
      approveExchange(shop, { id, version }),
      declineExchange(shop, { id, version }, 'No.'),
    ]);
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const { state } = await exchangeOfId(shop, id);
    expect(await readQuantity('TK-L')).toBe(state === 'approved' ? 1 : 2);
  });

  test('shows its pictures to staff with permission, as downloads with safe headers', async () => {
    const { db, shop, id, readVersion } = await setUpExchange('TK-L');
    const image = {
      id: newId(),
      exchange_id: id,
      position: 0,
      name: 'a.png',
      kind: 'png',
      bytes: 1,
      file_key: newId(),
    };
    await db.write.insertInto('exchange_image').values(image).execute();
    const request = new Request('http://localhost/');
    const readImage = (includesEnded: boolean) => exchangeImageForAdmin(shop, image.id, { request, includesEnded });
    const { headers } = await runAs(PACKER, () => readImage(false));
    expect(headers.get('content-disposition')).toContain('attachment');
    expect(headers.get('content-security-policy')).toContain('sandbox');
    expect((await readAudit(db)).entries.map(({ action }) => action)).toEqual(['read order']);
    await declineExchange(shop, { id, version: await readVersion() }, 'No.');
    await expect(readImage(false)).rejects.toMatchObject({ code: 'not_found' });
    expect((await readImage(true)).status).toBe(200);
  });
});
