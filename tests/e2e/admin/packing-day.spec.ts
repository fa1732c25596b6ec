import { type BrowserContext, expect, type Locator, type Page, test } from '@playwright/test';
import { openDatabase } from '#lib/platform/db/db.server.ts';
import { indexOrders } from '#lib/sales/orders/list/index-orders.server.ts';
import { ordersOf } from '#support/e2e-orders.ts';
import { tabToOne } from '#support/keyboard.ts';
import { addStaff } from '#support/staff.ts';

const PARCELS = 30;
const MAX_TAPS = 40;

/** How a person uses controls. */
interface Hands {
  isKeyboard: boolean;
  /** Follows a link, or presses a button. */
  press(control: Locator): Promise<void>;
  check(box: Locator): Promise<void>;
  focus(field: Locator): Promise<void>;
}

test(`${PARCELS} parcels are found, confirmed, printed, packed by scanning and shipped within ${MAX_TAPS} taps`, async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({
    ...{ baseURL, viewport: { width: 360, height: 800 }, hasTouch: true, isMobile: true },
  });
  // One to open the PDF.
  let taps = 1;
  const tap = async (target: Locator) => {
    taps++;
    await target.tap();
  };
  await packAndShip(context, () => ({ isKeyboard: false, press: tap, check: tap, focus: tap }));
  expect(taps).toBeLessThanOrEqual(MAX_TAPS);
  test.info().annotations.push({ type: 'taps', description: String(taps) });
  await context.close();
});

test(`${PARCELS} parcels are found, confirmed, printed, packed and shipped by keyboard alone at 1280 px`, async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ baseURL, viewport: { width: 1280, height: 800 } });
  await packAndShip(context, (page) => {
    const focus = async (target: Locator) => {
      await target.waitFor();
      await tabToOne(page, target, String(target));
    };
    const after = (key: string) => async (target: Locator) => {
      await focus(target);
      await page.keyboard.press(key);
    };
    return { isKeyboard: true, press: after('Enter'), check: after('Space'), focus };
  });
  await context.close();
});

async function packAndShip(context: BrowserContext, handsOn: (page: Page) => Hands): Promise<void> {
  test.setTimeout(300_000);
  const db = await openDatabase({ dataDir: process.env.E2E_DATA ?? '' });
  try {
    const { token } = await addStaff(db, 'packer');
    await context.addCookies([{ name: 'admin', value: token, url: `http://127.0.0.1:${process.env.E2E_PORT}` }]);
    const { name, ids, numbers } = await ordersOf(db, PARCELS);
    await indexOrders(db);
    const lines = db.write.selectFrom('order_line').select('sku');
    const { sku } = await lines.where('order_id', '=', ids[0] ?? '').executeTakeFirstOrThrow();
    const page = await context.newPage();
    const { isKeyboard, press, check, focus } = handsOn(page);
    const button = (label: string | RegExp) => page.getByRole('button', { name: label, exact: true });
    const scan = async (code: string) => {
      await page.keyboard.type(code);
      await page.keyboard.press('Enter');
    };
    const choose = async () => {
      await focus(page.getByRole('searchbox'));
      await scan(name);
      await expect(page.getByRole('checkbox', { name: /^Choose/ })).toHaveCount(PARCELS);
      if (isKeyboard) await press(page.getByRole('link', { name: 'Skip to the actions for chosen orders' }));
      await check(page.getByRole('checkbox', { name: 'All on this page' }));
    };

    await page.goto('/admin');
    await press(page.getByRole('link', { name: 'Orders', exact: true }));
    await choose();
    await press(button('Confirm'));
    await press(button(`Set ${PARCELS} to processing`));
    await expect(page.getByRole('heading', { name: `${PARCELS} of ${PARCELS} orders are processing` })).toBeVisible();

    await press(page.getByRole('link', { name: 'Back to the orders' }));
    await choose();
    await press(button('Pack'));
    await expect(page.getByRole('region', { name: 'Pick list' })).toContainText(`${PARCELS} ×`);
    await press(button('Print'));
    await expect(page.getByRole('button', { name: 'Open the PDF' })).toBeVisible();
    const fields = await page
      .locator('form')
      .first()
      .evaluate((form: HTMLFormElement) => [...new FormData(form).entries()] as [string, string][]);
    const pdf = await page.request.get(`/admin/print?${new URLSearchParams(fields)}`);
    expect(pdf.headers()['content-type']).toBe('application/pdf');
    await page.goBack();

    await press(button(`Pack ${numbers[0]}`));
    await expect(page.getByLabel(/Scan an item/)).toBeFocused();
    await scan('not-in-this-order');
    await expect(page.getByText('No product has the code not-in-this-order.')).toBeVisible();
    for (const number of numbers) {
      // The code on the packing slip opens its order.
      if (number !== numbers[0]) await scan(number);
      await expect(page.getByRole('heading', { name: `Pack ${number}` })).toBeVisible();
      await expect(page.getByLabel(/Scan an item/)).toBeFocused();
      await scan(sku ?? '');
      await expect(page.getByText(`${number} is packed.`)).toBeVisible();
    }

    await press(page.getByRole('link', { name: 'Orders', exact: true }));
    await choose();
    await press(button('Ship'));
    await focus(page.getByLabel('Courier'));
    await page.keyboard.type('Delhivery');
    await focus(page.getByLabel(/Tracking numbers/));
    await page.keyboard.insertText(numbers.map((_, index) => `AWB-${name.slice(-8)}-${index}`).join('\n'));
    await press(button(`Set ${PARCELS} to shipped`));
    await expect(page.getByRole('heading', { name: `${PARCELS} of ${PARCELS} orders are shipped` })).toBeVisible();

    const orders = db.write.selectFrom('orders').select(['order_status', 'packed_at', 'tracking_number']);
    const shipped = await orders.where('id', 'in', ids).execute();
    expect(shipped.filter(({ order_status }) => order_status === 'shipped')).toHaveLength(PARCELS);
    expect(shipped.filter(({ packed_at }) => packed_at === null)).toEqual([]);
    expect(new Set(shipped.map(({ tracking_number }) => tracking_number)).size).toBe(PARCELS);
  } finally {
    await db.close();
  }
}
