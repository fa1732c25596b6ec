import { test } from '@playwright/test';
import { orderForBusiness } from '#support/business-order.ts';
import { startOrderCodeShop, verifyAndOrder } from '#support/order-code.ts';

test.slow();

test('without JavaScript, a guest enters a code for a large cash order, and a business orders with its GSTIN', async ({
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
