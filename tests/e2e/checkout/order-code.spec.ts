import { test } from '@playwright/test';
import { orderForBusiness } from '#support/business-order.ts';
import { startOrderCodeShop, verifyAndOrder } from '#support/order-code.ts';

test.slow();

test('requires a mailed code for cash when unverified orders hold too much stock; a business is on its invoice', async ({
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
