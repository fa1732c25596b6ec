import { test } from '@playwright/test';
import { orderForBusiness } from '#support/business-order.ts';
import { startOrderCodeShop, verifyAndOrder } from '#support/order-code.ts';

test.slow();

test('asks a guest who pays cash for a mailed code when unverified orders hold too much stock, and names a business on its invoice', async ({
  browser,
  page,
}) => {
  const shop = await startOrderCodeShop();
  try {
    await verifyAndOrder(browser, page, shop.origin);
    await orderForBusiness(page, shop, true);
  } finally {
    await shop.close();
  }
});
