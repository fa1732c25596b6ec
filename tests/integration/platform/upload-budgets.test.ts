import { expect, test } from 'vitest';
import {
  bytesLeft,
  SENDER_LIMIT_REACHED,
  SHOP_LIMIT_REACHED,
  spendBytes,
  spendForm,
  spendPictures,
} from '#lib/platform/http/endpoint/upload-budget.server.ts';
import { networksOf } from '#lib/platform/http/network/network.ts';
import { readSettings } from '#lib/platform/settings/settings.server.ts';
import { HOUR_MS } from '#lib/primitives/durations.ts';
import { onBothEngines } from '#support/database.ts';

const MB = 1024 * 1024;
const ASHA = { id: 'asha', networks: networksOf('203.0.113.5') };
const BALA = { id: 'bala', networks: networksOf('203.0.113.5') };
const CHITRA = { id: 'chitra', networks: networksOf('198.51.100.7') };

onBothEngines('upload limits for customers', (open) => {
  async function setUpShop(uploadMbADay = '1000') {
    let time = 1_771_000_000_000;
    const settings = readSettings({ UPLOAD_MB_A_DAY: uploadMbADay });
    return { db: await open(), settings, now: () => time, advance: (ms: number) => (time += ms) };
  }

  test('allow each customer 250 MB an hour and 500 MB a day', async () => {
    const shop = await setUpShop('5000');
    const spend240Megabytes = () => spendBytes(shop, ASHA, 240 * MB);
    await spend240Megabytes();
    expect(await bytesLeft(shop, ASHA)).toEqual({ maxBytes: 10 * MB, message: SENDER_LIMIT_REACHED });
    await expect(spend240Megabytes()).rejects.toMatchObject({ code: 'too_many', message: SENDER_LIMIT_REACHED });
    expect((await bytesLeft(shop, ASHA)).maxBytes).toBe(10 * MB);
    expect((await bytesLeft(shop, BALA)).maxBytes).toBe(250 * MB);
    shop.advance(HOUR_MS);
    await spend240Megabytes();
    shop.advance(HOUR_MS);
    expect((await bytesLeft(shop, ASHA)).maxBytes).toBe(20 * MB);
    shop.advance(22 * HOUR_MS);
    expect((await bytesLeft(shop, ASHA)).maxBytes).toBe(250 * MB);
  });

  test('allow a network a share of the shop’s daily limit, and leave the rest to other networks', async () => {
    const shop = await setUpShop('100');
    await spendBytes(shop, ASHA, 30 * MB);
    expect(await bytesLeft(shop, BALA)).toEqual({ maxBytes: 10 * MB, message: SENDER_LIMIT_REACHED });
    await spendBytes(shop, CHITRA, 40 * MB);
    await spendBytes(shop, { ...CHITRA, networks: networksOf('192.0.2.1') }, 30 * MB);
    expect(await bytesLeft(shop, { id: 'dev', networks: networksOf('192.0.2.9') })).toEqual({
      maxBytes: 0,
      message: SHOP_LIMIT_REACHED,
    });
  });

  test('do not count returned bytes, and are not exceeded by twenty concurrent uploads', async () => {
    const shop = await setUpShop('5000');
    const returnBytes = await spendBytes(shop, ASHA, 200 * MB);
    await returnBytes();
    expect((await bytesLeft(shop, ASHA)).maxBytes).toBe(250 * MB);
    const results = await Promise.allSettled(Array.from({ length: 20 }, () => spendBytes(shop, ASHA, 50 * MB)));
    expect(results.filter(({ status }) => status === 'fulfilled').length).toBeLessThanOrEqual(5);
    const { count } = await shop.db.write
      .selectFrom('rate_window')
      .select('count')
      .where('key', '=', 'upload-kb')
      .executeTakeFirstOrThrow();
    expect(Number(count)).toBe(results.filter(({ status }) => status === 'fulfilled').length * 50 * 1024);
  });

  test('count forms per customer, and pictures per customer and per network', async () => {
    const shop = await setUpShop();
    for (let n = 0; n < 60; n++) await spendForm(shop, ASHA);
    await expect(spendForm(shop, ASHA)).rejects.toMatchObject({ code: 'too_many' });
    await spendForm(shop, BALA);
    await spendPictures(shop, ASHA, 200);
    await expect(spendPictures(shop, ASHA, 1)).rejects.toMatchObject({ code: 'too_many' });
    for (let n = 0; n < 9; n++) await spendPictures(shop, { ...BALA, id: `${n}` }, 200);
    await expect(spendPictures(shop, BALA, 200)).rejects.toMatchObject({ code: 'too_many' });
    await spendPictures(shop, CHITRA, 20);
  });
});
