import { expect, type Page, test } from '@playwright/test';
import { openDatabase, type ShopDatabase } from '#lib/platform/db/db.server.ts';
import { migrate } from '#lib/platform/db/migrator/migrate.server.ts';
import { blockPincode } from '#lib/sales/cash-rules/cash-blocks.server.ts';
import { axeViolations } from '#support/axe.ts';
import { stockGoods } from '#support/goods.ts';
import { HOME } from '#support/order-fixture.ts';
import { percentOff, setPaymentTerms } from '#support/payment-terms.ts';
import { type ShopProcess, startShop, temporaryDir } from '#support/shop-process.ts';

/** The data of a separate shop, because the payment terms are turned off in the demo. */
const data = temporaryDir('payment-terms');
let db: ShopDatabase;
let shop: ShopProcess;
test.beforeAll(async () => {
  test.setTimeout(120_000);
  db = await openDatabase({ dataDir: data.dir });
  await migrate(db);
  await stockGoods(db);
  await setPaymentTerms(db, {
    codToOnline: true,
    prepaidDiscount: percentOff(10),
    advance: { of: 'percent', percent: 20, fromPaise: 100_000 },
  });
  shop = await startShop({ dataDir: data.dir });
});
test.afterAll(async () => {
  await shop.stop();
  await db.close();
  data.remove();
});

for (const javaScriptEnabled of [true, false])
  test.describe(`${javaScriptEnabled ? 'with' : 'without'} JavaScript`, () => {
    test.use({ viewport: { width: 360, height: 800 }, javaScriptEnabled });

    test('a cash order is paid online instead, with the discount and without the fee', async ({ page }) => {
      await openPaymentStep(page, 'test-scarf', 2);
      const placeButton = page.getByRole('button', { name: /^Place order/ });
      await expect(placeButton).toHaveText('Place order · ₹619.00', { useInnerText: true });
      await expect(page.getByText('Discount for paying online: −₹60.00')).toBeVisible();
      await expectNoViolations(page, javaScriptEnabled);
      await page.getByRole('radio', { name: /Cash on delivery/ }).check();
      await expect(placeButton).toHaveText('Place order · ₹708.00', { useInnerText: true });
      await placeButton.click();
      await expect(page).toHaveURL(/placed=1/);
      await page.getByRole('link', { name: 'Pay online instead and save ₹89.00' }).click();
      await expect(page.getByText('Your order is placed. Until it is shipped')).toBeVisible();
      await expect(page.getByRole('main').getByText('₹619.00')).toBeVisible();
      await expectNoViolations(page, javaScriptEnabled);
      await payThroughTestGateway(page, javaScriptEnabled);
      await expect(page.getByText('Test gateway · Paid')).toBeVisible();
      await expect(page.getByText('Discount for paying online')).toBeVisible();
      await expect(page.getByText('Fee for cash on delivery')).toBeHidden();
      await expect(page.getByText('To pay the courier')).toBeHidden();
    });

    test('a cash order is placed after its advance is paid', async ({ page }) => {
      await openPaymentStep(page, 'test-kurta', 1);
      await page.getByRole('radio', { name: /₹305\.00 now, ₹1,223\.50 when it arrives/ }).check();
      const placeButton = page.getByRole('button', { name: /^Place order/ });
      await expect(placeButton).toHaveText(/· ₹305\.00 now$/, { useInnerText: true });
      await expectNoViolations(page, javaScriptEnabled);
      await placeButton.click();
      await expect(page.getByText('You pay the rest, ₹1,223.50, when the order arrives.')).toBeVisible();
      await payThroughTestGateway(page, javaScriptEnabled);
      await expect(page).toHaveURL(/placed=1/);
      await expect(page.getByText('Cash on delivery · Advance paid')).toBeVisible();
      await expect(page.getByText('Paid online: ₹305.00')).toBeVisible();
      await expect(page.getByText('To pay the courier: ₹1,223.50')).toBeVisible();
      await expectNoViolations(page, javaScriptEnabled);
    });

    test('the checkout explains why a pincode has no cash on delivery', async ({ page }) => {
      await blockPincode({ db, now: Date.now }, { pincode: HOME.pincode, reason: 'Three parcels came back.' });
      await openPaymentStep(page, 'test-scarf', 1, HOME);
      await expect(page.getByRole('radio', { name: /Cash on delivery/ })).toBeDisabled();
      await expect(
        page.getByText(
          'because couriers often can’t deliver there. Orders that are paid online are delivered as usual.',
        ),
      ).toBeVisible();
      await expect(page.getByRole('button', { name: /^Place order/ })).toBeEnabled();
      await expectNoViolations(page, javaScriptEnabled);
    });
  });

const MUMBAI = { ...HOME, pincode: '400001', city: 'Mumbai', state: 'Maharashtra' };

/** Completes the checkout's steps before the payment as a guest, using the API, and opens the payment step. */
async function openPaymentStep(page: Page, product: string, quantity: number, recipient = MUMBAI): Promise<void> {
  const send = async (path: string, fields: object) => {
    const response = await page.request.post(shop.origin + path, { headers: { origin: shop.origin }, data: fields });
    expect(response.ok(), await response.text()).toBe(true);
  };
  const details = await page.request.get(`${shop.origin}/public/product/show/${product}`);
  const { variant_ids: variants } = (await details.json()).data as { variant_ids: { _id: string }[] };
  await send('/public/cart/create', { product, variant: String(variants[0]?._id), quantity });
  await send('/public/checkout/draft', { step: 'contact', email: 'meera@example.in', mobile: '9876543210' });
  const { mobile: phone, ...address } = recipient;
  await send('/public/checkout/draft', { step: 'address', address: 'new', phone, ...address });
  await send('/public/checkout/draft', { step: 'delivery', delivery: 'standard' });
  await page.goto(`${shop.origin}/checkout?step=payment`);
}

async function payThroughTestGateway(page: Page, javaScriptEnabled: boolean): Promise<void> {
  if (!javaScriptEnabled) await page.getByRole('link', { name: 'Select Payment Method' }).click();
  const frame = javaScriptEnabled ? page.frameLocator('iframe') : page;
  await frame.getByRole('button', { name: 'Test gateway' }).click();
  await frame.getByRole('button', { name: 'Approve the payment' }).click();
  await expect(page.getByRole('heading', { name: 'What you ordered' })).toBeVisible();
}

/** Expects no axe violations if JavaScript is enabled, which axe needs. The markup without JavaScript is the same. */
async function expectNoViolations(page: Page, javaScriptEnabled: boolean): Promise<void> {
  if (javaScriptEnabled) expect(await axeViolations(page)).toEqual([]);
}
