import { test } from '@playwright/test';
import { addOutfitToCart, addSwatchesToCart, buyGift } from '#support/buy-offers.ts';

test.slow();
test.use({ viewport: { width: 360, height: 800 } });

test('an outfit is chosen part by part, and costs less than its parts', async ({ page }) => addOutfitToCart(page));

test('swatches of five fabrics are added with one form', async ({ page }) => addSwatchesToCart(page));

test('an order is packed as a gift, with a note', async ({ page }) => buyGift(page, 'Happy birthday, Meera!'));
