import { test } from '@playwright/test';
import { orderForBusiness } from '#support/business-order.ts';
import { startOrderCodeShop, verifyAndOrder } from '#support/order-code.ts';

test.slow();

test('without JavaScript: a mailed code for a cash order of a guest, and a business on its invoice', async ({
  browser,
  page,
}) => {
  const shop = await startOrderCodeShop();
  try {
    await verifyAndOrder(browser, page, shop.origin);
    await orderForBusiness(page, shop, false);
  } finally {
    await shop.close();
  }
});
