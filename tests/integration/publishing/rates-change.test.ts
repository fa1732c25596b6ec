import { expect, test } from 'vitest';
import { showProduct } from '#lib/catalog/products/product-detail.server.ts';
import { changesOf, checkTexts, publish } from '#lib/content/publishing/save-documents.server.ts';
import { holdBackUntaxedGoods, holdBackWatch } from '#lib/operations/jobs/hold-back.server.ts';
import { DAY_MS } from '#lib/primitives/durations.ts';
import { TAX_RATES } from '#lib/shop/money/tax.schema.ts';
import { onBothEngines } from '#support/database.ts';
import { stockGoods } from '#support/goods.ts';
import { orderFixture } from '#support/order-fixture.ts';

const STANDARD = { hsn: '', from: '2017-07-01', rateBp: 1_800 };

onBothEngines('a GST rate change by the owner', (open) => {
  test('hides products that no longer have a rate, and shows them again when a new rate takes effect', async () => {
    const db = await open();
    await stockGoods(db);
    const { shop, clock } = orderFixture(db);
    const loggedWarnings: unknown[] = [];
    const log = { warn: (line: unknown) => loggedWarnings.push(line) } as never;
    const liveShop = { ...shop, log, settings: { mode: 'live' as const } };
    const isShown = async () => (await showProduct(db, 'test-kurta')) !== undefined;
    async function setRates(...rates: object[]): Promise<void> {
      const text = JSON.stringify({ about: 'Mine.', rates: [...rates, STANDARD] });
      const texts = [{ document: TAX_RATES, path: 'gst-rates', text }];
      checkTexts(texts, shop);
      await publish(shop, changesOf(texts, shop));
    }
    await db.write.updateTable('variant').set({ tax_hsn: '6206', hsn: '6206' }).execute();
    await holdBackUntaxedGoods(liveShop);
    const checkRates = holdBackWatch(liveShop);
    expect(await isShown()).toBe(true);

    await setRates({ hsn: '52', from: '2017-07-01', rateBp: 500 });
    await checkRates();
    expect(await isShown()).toBe(false);
    expect(loggedWarnings).toHaveLength(1);
    await checkRates();
    expect(loggedWarnings).toHaveLength(1);

    const tomorrow = new Date(clock.at + DAY_MS).toISOString().slice(0, 10);
    await setRates({ hsn: '62', from: tomorrow, rateBp: 500 });
    await checkRates();
    expect(await isShown()).toBe(false);
    clock.at += DAY_MS;
    await checkRates();
    expect(await isShown()).toBe(true);
  });
});
