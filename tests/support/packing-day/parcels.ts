import { expect } from '@playwright/test';
import { checkPdf } from './check-pdf.ts';
import { type Day, ORIGIN, PARCELS, typeAndPressEnter } from './day.ts';

/** Finds all of the buyer's orders in the list, and selects these orders. */
async function chooseAll({ page, device, name, parcelInput: { press, check, focus } }: Day): Promise<void> {
  await focus(page.getByRole('searchbox'));
  await typeAndPressEnter(page, name);
  await expect(page.getByRole('checkbox', { name: /^Select/ })).toHaveCount(PARCELS);
  if (device === 'keyboard') await press(page.getByRole('link', { name: 'Skip to the actions for selected orders' }));
  await check(page.getByRole('checkbox', { name: 'All on this page' }));
}

export async function confirmAll(day: Day): Promise<void> {
  const { page, parcelInput } = day;
  await parcelInput.press(page.getByRole('link', { name: 'Orders', exact: true }));
  await chooseAll(day);
  await parcelInput.press(page.getByRole('button', { name: 'Confirm', exact: true }));
  await parcelInput.press(page.getByRole('button', { name: `Set ${PARCELS} orders to processing` }));
  await expect(page.getByRole('heading', { name: `${PARCELS} of ${PARCELS} orders are processing` })).toBeVisible();
}

/** Opens the pick list, and a PDF with everything that is printed for the parcels. */
export async function printAll(day: Day): Promise<void> {
  const { page, device, goods, removedGoods, parcelInput } = day;
  await parcelInput.press(page.getByRole('link', { name: 'Orders', exact: true }));
  await chooseAll(day);
  await parcelInput.press(page.getByRole('button', { name: 'Pack', exact: true }));
  const pickList = page.getByRole('region', { name: 'Pick list' });
  await expect(pickList).toContainText(goods.name);
  await expect(pickList).toContainText(`${PARCELS} ×`);
  await expect(pickList).not.toContainText(removedGoods.name);
  await parcelInput.press(page.getByRole('button', { name: 'Print', exact: true }));
  await parcelInput.check(page.getByRole('checkbox', { name: 'Pick list' }));
  if (device === 'keyboard') await parcelInput.pick(page.getByRole('radio', { name: '4 × 6 inches' }));
  await expect(page.getByRole('button', { name: 'Open the PDF' })).toBeVisible();
  const fields = await page
    .locator('form')
    .first()
    .evaluate((form: HTMLFormElement) => [...new FormData(form).entries()] as [string, string][]);
  // The tests' browser does not show PDFs, so this counts the tap that would open the PDF.
  day.taps.parcels++;
  const pdf = await page.request.get(`${ORIGIN}/admin/print?${new URLSearchParams(fields)}`);
  expect(pdf.headers()).toMatchObject({ 'content-type': 'application/pdf', 'cache-control': 'private, no-store' });
  await checkPdf(day, await pdf.body());
  await page.goBack();
}

/**
 * Packs each parcel by scanning the code of its item and, from the third parcel on, also the number on its slip. Checks
 * that a wrong item and a superfluous item are rejected.
 */
export async function packAll({ page, numbers, goods, removedGoods, parcelInput }: Day): Promise<void> {
  const scan = (code: string) => typeAndPressEnter(page, code);
  await parcelInput.press(page.getByRole('button', { name: `Pack ${numbers[0]}` }));
  await expect(page.getByLabel(/Scan an item/)).toBeFocused();
  await scan(removedGoods.sku);
  await expect(page.getByText(new RegExp(`${removedGoods.sku} is .*Expected: ${goods.sku}`))).toBeVisible();
  await expect(page.getByText('0 of 1 packed')).toBeVisible();
  for (const [index, number] of numbers.entries()) {
    if (index === 1) await parcelInput.press(page.getByRole('link', { name: `Next: ${number} (${PARCELS - 1} left)` }));
    // Scanning the number on a packing slip opens the order without a tap.
    else if (index > 1) await scan(number);
    await expect(page.getByRole('heading', { name: `Pack ${number}` })).toBeVisible();
    await expect(page.getByLabel(/Scan an item/)).toBeFocused();
    await scan(goods.sku.toLowerCase());
    await expect(page.getByText(`${number} is packed.`)).toBeVisible();
  }
  await scan(goods.sku);
  await expect(page.getByText(/One too many/)).toBeVisible();
}

/** Ships all parcels with pasted tracking numbers. Checks that a list with too few numbers is rejected. */
export async function shipAll(day: Day): Promise<void> {
  const { page, name, ids, parcelInput, otherInput } = day;
  await parcelInput.press(page.getByRole('link', { name: 'Orders', exact: true }));
  await chooseAll(day);
  await parcelInput.press(page.getByRole('button', { name: 'Ship', exact: true }));
  await parcelInput.focus(page.getByLabel('Courier'));
  await page.keyboard.insertText('Delhivery');
  const tracking = page.getByLabel(/Tracking numbers/);
  const shipButton = page.getByRole('button', { name: `Set ${PARCELS} orders to shipped` });
  await otherInput.type(tracking, 'AWB-1\nAWB-2');
  await otherInput.press(shipButton);
  await expect(page.getByText(`There are ${PARCELS} orders, but 2 tracking numbers.`).first()).toBeVisible();
  await expect(tracking).toHaveValue(/AWB-1\s+AWB-2/);
  await expect(page.getByLabel('Courier')).toHaveValue('Delhivery');
  await parcelInput.type(tracking, ids.map((_, index) => `AWB-${name.slice(-8)}-${index}`).join('\n'));
  await parcelInput.press(shipButton);
  await expect(page.getByRole('heading', { name: `${PARCELS} of ${PARCELS} orders are shipped` })).toBeVisible();
}
