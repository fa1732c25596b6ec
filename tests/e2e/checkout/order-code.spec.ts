import { test } from '@playwright/test';
import { codeShop, verifyAndOrder } from '#support/order-code.ts';

test.slow();

test('asks a guest who pays cash for a mailed code when unverified orders hold too much stock', async ({
  browser,
  page,
}) => {
  const shop = await codeShop();
  try {
    await verifyAndOrder(browser, page, shop.origin);
  } finally {
    await shop.close();
  }
});
