import { expect, test } from '@playwright/test';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { DAY_MS } from '#lib/primitives/durations.ts';
import { indianIsoDay } from '#lib/primitives/indian-time.ts';
import { type ShopProcess, startShop, temporaryDir } from '#support/shop-process.ts';
import { smallShop } from '#support/small-shop.ts';
import { addStaff } from '#support/staff.ts';

/** The data of a separate shop, because the tests change the name of the shop and its delivery charges. */
const dataFolder = temporaryDir('settings');
let db: ShopDatabase;
let shop: ShopProcess;
test.describe.configure({ mode: 'serial' });
test.beforeAll(async () => {
  test.setTimeout(120_000);
  db = await smallShop(dataFolder.dir);
  shop = await startShop({ dataDir: dataFolder.dir });
});
test.afterAll(async () => {
  await shop.stop();
  await db.close();
  dataFolder.remove();
});

for (const { width, javaScriptEnabled, name, price, code } of [
  { width: 360, javaScriptEnabled: false, name: 'Kora & Kin', price: '65.50', code: 'KORA10' },
  { width: 1280, javaScriptEnabled: true, name: 'Banni', price: '71', code: 'BANNI10' },
])
  test.describe(`at ${width} px, ${javaScriptEnabled ? 'with' : 'without'} JavaScript`, () => {
    test.use({ viewport: { width, height: 800 }, javaScriptEnabled });

    test('new settings, synonyms and coupons take effect in the shop, and old settings can be restored', async ({
      page,
      context,
    }) => {
      const { id, token } = await addStaff(db);
      await context.addCookies([{ name: 'admin', value: token, url: shop.origin }]);
      const checkButton = page.getByRole('button', { name: 'Check the changes' });
      const saveButton = page.getByRole('button', { name: 'Save' });
      const openScreen = async (screen: string) => {
        await page.goto(`${shop.origin}/admin/settings`);
        await page.getByRole('link', { name: screen, exact: true }).click();
      };

      await openScreen('Name and contact');
      await page.getByLabel('Name of the shop').fill('');
      await checkButton.click();
      await expect(page.getByLabel('Name of the shop')).toHaveAccessibleDescription(/^Name of the shop is empty\./);
      await page.getByLabel('Name of the shop').fill(name);
      await page.getByLabel('Name of the shop').press('Enter');
      await expect(page.getByText(new RegExp(`^Name of the shop: “.+” → “${name}”$`))).toBeVisible();
      await saveButton.click();
      await expect(page.getByText('The settings are saved.')).toBeVisible();

      await openScreen('Delivery');
      const zone2 = page.getByRole('group', { name: 'Zone 2' });
      await page.getByLabel('Free from ₹').fill('9000');
      await zone2.getByLabel('Price ₹').fill(price);
      await page.getByRole('button', { name: 'Move zone 1 down' }).click();
      await expect(page.getByRole('group', { name: 'Zone 1', exact: true }).getByLabel('Price ₹')).toHaveValue(price);
      await page.getByRole('button', { name: 'Move zone 2 up' }).click();
      await checkButton.click();
      await expect(page.getByText(/^Zones, zone 2, Price ₹: \d+ → [\d.]+$/)).toBeVisible();
      const setConfirmedAt = (time: number | null) =>
        db.write.updateTable('staff_session').set({ confirmed_at: time }).where('staff_id', '=', id).execute();
      await setConfirmedAt(null);
      await saveButton.click();
      await expect(page.getByRole('heading', { name: 'Confirm your identity' })).toBeVisible();
      await setConfirmedAt(Date.now());
      await page.reload();
      await expect(page.getByText('What you typed is still here')).toBeVisible();
      await expect(zone2.getByLabel('Price ₹')).toHaveValue(price);
      await checkButton.click();
      await saveButton.click();
      await expect(page.getByText('The settings are saved.')).toBeVisible();

      await openScreen('Holidays');
      await page.getByRole('button', { name: 'Add a holiday' }).click();
      const holiday = page.getByRole('group', { name: 'Holiday 1' });
      await holiday.getByLabel('First day').fill(indianIsoDay(Date.now()));
      await holiday.getByLabel('Last day').fill(indianIsoDay(Date.now() - DAY_MS));
      await checkButton.click();
      await expect(holiday.getByLabel('Last day')).toHaveAccessibleDescription(/must not be before the first day/);
      await holiday.getByLabel('Last day').fill(indianIsoDay(Date.now() + 2 * DAY_MS));
      await holiday.getByLabel('Message').fill('We are weaving.');
      await checkButton.click();
      await saveButton.click();
      await expect(page.getByText('The settings are saved.')).toBeVisible();
      await expect(page.getByText(/^Demo, closed until \d/)).toBeVisible();

      await openScreen('Size guide');
      await page.getByRole('link', { name: 'Women', exact: true }).click();
      await page.getByRole('group', { name: 'Row 1', exact: true }).getByLabel('Bust, cm').fill(`${price} - 99`);
      await page.getByRole('button', { name: 'Add a column' }).click();
      const column = page.getByRole('group', { name: /^Column \d$/ }).last();
      await column.getByLabel('Heading').fill(name);
      await column.getByLabel('Unit').selectOption('cm');
      await page.getByRole('group', { name: 'Row 1', exact: true }).getByLabel('New column').fill('12');
      await checkButton.click();
      await expect(
        page.getByText(new RegExp(`^Women, Rows, row 1, Bust, cm: .+ → ${Number(price)}–99$`)),
      ).toBeVisible();
      await saveButton.click();
      await expect(page.getByText('The settings are saved.')).toBeVisible();
      await expect(page.getByRole('listitem').filter({ hasText: 'Women' })).toContainText('Changed.');
      await expect(async () => {
        await page.goto(`${shop.origin}/size-guide`);
        await expect(page.getByRole('cell', { name: `${Number(price)}–99` })).toBeVisible({ timeout: 1_000 });
      }).toPass();
      await expect(page.getByRole('columnheader', { name })).toBeVisible();

      await openScreen('Colours of products');
      await page.getByRole('link', { name: 'Add a colour' }).click();
      await page.getByLabel('Colour', { exact: true }).first().fill(name);
      await page.getByRole('textbox', { name: 'Word' }).fill(name);
      await page.getByRole('group', { name: 'Word 1' }).getByLabel('Colour', { exact: true }).fill('#1f4f80');
      await checkButton.click();
      await expect(page.getByRole('textbox', { name: 'Word' })).toHaveAccessibleDescription(/lower-case letters/);
      await page.getByRole('textbox', { name: 'Word' }).fill(code.toLowerCase());
      await checkButton.click();
      await saveButton.click();
      await expect(page.getByRole('link', { name, exact: true })).toBeVisible();

      await openScreen('Search words');
      await page.getByRole('link', { name: 'Words that mean the same' }).click();
      await page.getByRole('button', { name: 'Add a line' }).click();
      await page
        .getByRole('group', { name: /^Line \d+$/ })
        .last()
        .getByRole('textbox')
        .fill(`${code}, kurta`);
      await checkButton.click();
      await expect(page.getByText(`added “${code}, kurta”`)).toBeVisible();
      await saveButton.click();
      await expect(page.getByText('The settings are saved.')).toBeVisible();
      await page.goto(`${shop.origin}/admin/customers/searches?find=${code}`);
      await expect(page.getByText(`${code.toLowerCase()}, kurta`)).toBeVisible();

      await openScreen('Coupons');
      await page.getByRole('link', { name: 'New coupon' }).click();
      await page.getByLabel('Code').fill(code);
      await page.getByLabel('Percentage off').fill('10');
      await page.getByRole('textbox', { name: 'Products' }).fill('loom-kurtha');
      await page.getByRole('button', { name: 'Add the coupon' }).click();
      await expect(page.getByRole('textbox', { name: 'Products' })).toHaveAccessibleDescription(/loom-kurtha/);
      await page.getByRole('textbox', { name: 'Products' }).fill('loom-kurta');
      await page.getByRole('button', { name: 'Add the coupon' }).click();
      await expect(page.getByText(`Customers can use ${code} now.`)).toBeVisible();

      await expect(async () => {
        await page.goto(`${shop.origin}/products/loom-kurta`);
        await expect(page).toHaveTitle(new RegExp(name), { timeout: 1_000 });
      }).toPass();
      const notice = page.getByText(/^We are weaving\. Orders placed now are packed on \d+ \w+\.$/);
      await expect(notice).toBeVisible();
      await page.getByLabel('Delivery to pincode').fill('560001');
      await page.getByRole('main').getByRole('button', { name: 'Check' }).click();
      await expect(page.getByText(/Delivery by .* business days from \d+ \w+\./)).toBeVisible();
      await page.getByRole('main').getByRole('button', { name: 'Add to cart' }).click();
      if (javaScriptEnabled) {
        await expect(page.locator('[data-cart-count]').first()).toHaveText('1');
        await expect(page.locator('[data-add-to-cart]').first(), 'the shop has responded').not.toHaveAttribute(
          'aria-busy',
        );
      }
      await page.goto(`${shop.origin}/cart`);
      await page.getByLabel('Delivery to pincode').fill('560001');
      await page.getByRole('button', { name: 'Check' }).click();
      await expect(page.getByText(`₹${Number(price).toFixed(2)}`).first()).toBeVisible();
      await page.getByLabel('Coupon code').fill(code.toLowerCase());
      await page.getByRole('button', { name: 'Apply' }).click();
      await expect(page.getByText(`Discount (${code})`)).toBeVisible();
      await expect(page.getByText(/^Ships from .* arrives 2–5 business days later\.$/)).toBeVisible();

      await openScreen('Holidays');
      await page.getByRole('button', { name: 'Remove holiday 1' }).click();
      await checkButton.click();
      await saveButton.click();
      await expect(page.getByText('The settings are saved.')).toBeVisible();
      await expect(async () => {
        await page.goto(`${shop.origin}/products/loom-kurta`);
        await expect(page.getByRole('button', { name: 'Add to cart' }).first()).toBeVisible();
        await expect(notice).toBeHidden({ timeout: 1_000 });
      }).toPass();

      await page.goto(`${shop.origin}/admin/settings/delivery/history`);
      await expect(page.getByText('Test owner').first()).toBeVisible();
      await page.getByRole('link', { name: 'Return to the demo’s values' }).click();
      await page.getByRole('button', { name: 'Restore' }).click();
      await expect(page.getByText('This version is restored.')).toBeVisible();
      await page.goto(`${shop.origin}/admin/log`);
      await page.getByRole('link', { name: 'delivery', exact: true }).first().click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Delivery');
    });
  });
