import { expect, test } from '@playwright/test';
import { addTaxRates, importGoods, PRODUCTS } from '#support/new-shop/goods.ts';
import { fillSettings } from '#support/new-shop/settings.ts';
import { openNewShop, signInFirst } from '#support/new-shop/shop.ts';
import { buyFirst, sendFirst } from '#support/new-shop/shopper.ts';
import { addCoupon, finishLeftovers, writeTexts } from '#support/new-shop/texts.ts';
import { demoLeftIn } from '#support/new-shop/traces.ts';

/** Of each job, as docs/admin.md lists them. */
const TAPS = {
  'First sign-in': 8,
  'Name, contact, GST, emails, texts': 59,
  Delivery: 20,
  'Logo, icon, colours, fonts': 17,
  'Home page, slides, menus': 58,
  '3 articles, questions, policies': 41,
  Coupon: 7,
  '50 products from a Shopify CSV': 4,
  'GST rates of 6 HSN codes': 27,
  'First order confirmed and shipped': 4,
};

test('an empty live shop becomes a shop of another name, in the browser alone', async ({
  playwright,
  launchOptions,
}) => {
  test.setTimeout(300_000);
  const at = await openNewShop(playwright.chromium, launchOptions);
  try {
    at.begin('First sign-in');
    await signInFirst(at);
    at.begin('Name, contact, GST, emails, texts');
    await fillSettings(at, 'settings');
    at.begin('Delivery');
    await fillSettings(at, 'delivery');
    at.begin('Logo, icon, colours, fonts');
    await fillSettings(at, 'look');
    at.begin('Home page, slides, menus');
    for (const path of ['home', 'slides', 'menus'] as const) await fillSettings(at, path);
    at.begin('3 articles, questions, policies');
    await writeTexts(at);
    await finishLeftovers(at);
    at.begin('Coupon');
    await addCoupon(at, 'KORA10');
    at.begin(`${PRODUCTS} products from a Shopify CSV`);
    await importGoods(at);
    at.begin('GST rates of 6 HSN codes');
    await addTaxRates(at);
    // The owner's own mails began before the shop had its name and colours.
    const earlierMails = at.shop.mails.received.length;
    const order = await buyFirst(at, 'jute-doormat', 'KORA10');
    at.begin('First order confirmed and shipped');
    await sendFirst(at, order);
    expect(await demoLeftIn(at, order, earlierMails)).toEqual([]);
    for (const [job, taps] of at.taps) test.info().annotations.push({ type: job, description: `${taps} taps` });
    expect(Object.fromEntries(at.taps)).toEqual(TAPS);
  } finally {
    await at.end();
  }
});
