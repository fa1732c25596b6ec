import { expect, test } from '@playwright/test';
import { addTaxRates, importGoods, PRODUCTS } from '#support/new-shop/goods.ts';
import { fillSettings } from '#support/new-shop/settings.ts';
import { openNewShop, signInFirst } from '#support/new-shop/shop.ts';
import { placeFirstOrder, shipFirstOrder } from '#support/new-shop/shopper.ts';
import { addCoupon, resolveDemoLeftovers, writeTexts } from '#support/new-shop/texts.ts';
import { findDemoTraces } from '#support/new-shop/traces.ts';

/** The number of taps for each task, as listed in docs/admin.md. */
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

test('an empty live shop can be set up entirely in the browser, and nothing from the demo remains', async ({
  playwright,
  launchOptions,
}) => {
  test.setTimeout(300_000);
  const setup = await openNewShop(playwright.chromium, launchOptions);
  try {
    setup.begin('First sign-in');
    await signInFirst(setup);
    setup.begin('Name, contact, GST, emails, texts');
    await fillSettings(setup, 'settings');
    setup.begin('Delivery');
    await fillSettings(setup, 'delivery');
    setup.begin('Logo, icon, colours, fonts');
    await fillSettings(setup, 'look');
    setup.begin('Home page, slides, menus');
    for (const path of ['home', 'slides', 'menus'] as const) await fillSettings(setup, path);
    setup.begin('3 articles, questions, policies');
    await writeTexts(setup);
    await resolveDemoLeftovers(setup);
    setup.begin('Coupon');
    await addCoupon(setup, 'KORA10');
    setup.begin(`${PRODUCTS} products from a Shopify CSV`);
    await importGoods(setup);
    setup.begin('GST rates of 6 HSN codes');
    await addTaxRates(setup);
    // The first emails to the owner still have the name and colours of the demo.
    const earlierMailCount = setup.shop.mailServer.received.length;
    const order = await placeFirstOrder(setup, 'jute-doormat', 'KORA10');
    setup.begin('First order confirmed and shipped');
    await shipFirstOrder(setup, order);
    expect(await findDemoTraces(setup, order, earlierMailCount)).toEqual([]);
    for (const [task, taps] of setup.taps) test.info().annotations.push({ type: task, description: `${taps} taps` });
    expect(Object.fromEntries(setup.taps)).toEqual(TAPS);
  } finally {
    await setup.end();
  }
});
