import { test } from '@playwright/test';
import { codeShop, verifyAndOrder } from '#support/order-code.ts';

test.slow();

test('a guest who pays cash types a mailed code when too many unverified orders hold goods', async ({
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
