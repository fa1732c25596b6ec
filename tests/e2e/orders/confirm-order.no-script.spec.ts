import { test } from '#support/admin-test.ts';
import { cancelByLink, confirmByLink } from '#support/confirm-order-journey.ts';

test.slow();

test('without JavaScript, a guest changes the address of a cash order and confirms the order', async ({ page, db }) => {
  await confirmByLink(page, db);
});

test('without JavaScript, a guest cancels a cash order that awaits confirmation', async ({ page, db }) => {
  await cancelByLink(page, db);
});
