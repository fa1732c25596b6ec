import { expect, test } from '@playwright/test';
import { axeViolations } from '#support/axe.ts';
import { addOutfitToCart, addSwatchesToCart, buyGift } from '#support/buy-offers.ts';
import { fillCart, toPaymentStep } from '#support/e2e-order.ts';

test.slow();
test.use({ viewport: { width: 360, height: 800 } });

test('an outfit and swatches are added to the cart', async ({ page }) => {
  await addOutfitToCart(page);
  await addSwatchesToCart(page);
});

test('an order is packed as a gift, with a note', async ({ page }) => buyGift(page, 'Happy birthday, Asha!'));

test('the outfit, swatch and size pages, the cloth calculator and the gift wrap form pass axe', async ({ page }) => {
  const paths = [
    '/outfits/gallery-afternoon',
    '/swatches',
    '/size-guide/child?height=104',
    '/products/kora-single-mulmul/cloth?garment=women:+Salwar,+XL&width=44',
  ];
  for (const path of paths) {
    await page.goto(path);
    expect(await axeViolations(page, { checksTargetSize: true }), path).toEqual([]);
  }
  await fillCart(page);
  await toPaymentStep(page, { pincode: '500003', email: `axe-${Date.now()}@example.in` });
  await page.goto('/checkout?step=delivery');
  expect(await axeViolations(page), 'gift wrap').toEqual([]);
});
