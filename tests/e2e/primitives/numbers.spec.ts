import { expect, type Locator, type Page, test } from '@playwright/test';
import { MOBILE_FORMS, MOBILE_SPELLINGS, PINCODE_FORMS, PINCODE_SPELLINGS } from '#support/e2e-numbers.ts';

test.slow();

const INPUT_METHODS: Record<string, (field: Locator, text: string, page: Page) => Promise<void>> = {
  typed: (field, text) => field.pressSequentially(text),
  async pasted(field, text, page) {
    await page.evaluate((clipboardText) => navigator.clipboard.writeText(clipboardText), text);
    await field.press('ControlOrMeta+v');
  },
  filled: (field, text) =>
    field.evaluate((input, value) => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, value);
      input.dispatchEvent(new Event('input', { bubbles: true }));
    }, text),
};

async function enter(page: Page, field: Locator, method: string, text: string): Promise<void> {
  await field.click();
  await field.press('ControlOrMeta+a');
  await field.press('Delete');
  await INPUT_METHODS[method]?.(field, text, page);
}

/** Waits until the field’s script is running, which removes everything except digits. */
async function waitForFieldScript(field: Locator): Promise<void> {
  await expect(async () => {
    await field.fill('');
    await field.fill('9 8');
    await expect(field).toHaveValue('98', { timeout: 500 });
  }).toPass();
}

test.beforeEach(async ({ context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
});

/** Pairs each text with an input method. The pairs differ between forms, so that all forms together cover all pairs. */
function pairWithMethods(texts: string[], formIndex: number): [method: string, text: string][] {
  const methods = Object.keys(INPUT_METHODS);
  return texts.map((text, index) => [methods[(index + formIndex) % methods.length] ?? '', text]);
}

for (const [index, { name, open, field }] of MOBILE_FORMS.entries()) {
  test(`the ${name} form converts a mobile number to ten digits, regardless of how it is entered`, async ({
    page,
    context,
  }) => {
    await open(page, context);
    await waitForFieldScript(field(page));
    for (const [method, text] of pairWithMethods(MOBILE_SPELLINGS, index)) {
      await enter(page, field(page), method, text);
      await expect(field(page), `${text} ${method}`).toHaveValue('9876543210');
    }
    for (const method of Object.keys(INPUT_METHODS)) {
      await enter(page, field(page), method, '98765432109');
      await expect(field(page)).toHaveValue('9876543210');
    }
  });
}

for (const [index, { name, open, field }] of PINCODE_FORMS.entries()) {
  test(`the ${name} form accepts different spellings of a pincode`, async ({ page, context }) => {
    await open(page, context);
    if (name !== 'product') await waitForFieldScript(field(page));
    for (const [method, text] of pairWithMethods(PINCODE_SPELLINGS, index)) {
      await enter(page, field(page), method, text);
      const expected = name === 'product' ? text : '560001';
      await expect(field(page), `${text} ${method}`).toHaveValue(expected);
      expect(await field(page).evaluate((input: HTMLInputElement) => input.validity.valid)).toBe(true);
    }
  });
}

test('keeps the caret after digits that are inserted into a number', async ({ page }) => {
  await page.goto('/contact');
  const field = page.getByRole('main').getByLabel('Mobile');
  await field.pressSequentially('98743210');
  await expect(page.getByRole('main').locator('form')).toHaveAttribute('novalidate');
  for (let step = 0; step < 5; step++) await field.press('ArrowLeft');
  await field.pressSequentially('6 5');
  await expect(field).toHaveValue('9876543210');
  expect(await field.evaluate((input: HTMLInputElement) => input.selectionStart)).toBe(5);
});

test('rejects an impossible mobile number with a message, and keeps the number in the field', async ({ page }) => {
  await page.goto('/contact');
  const main = page.getByRole('main');
  await main.getByLabel('Name').fill('Asha Rao');
  await main.getByLabel('Mobile').fill('1234567890');
  await main.getByLabel('Email').fill('asha@example.in');
  await main.getByLabel('Message').fill('Do you dye to order?');
  await main.getByRole('button', { name: 'Send message' }).click();
  const field = main.getByLabel('Mobile');
  await expect(field).toHaveAccessibleDescription('Mobile numbers in India start with 6, 7, 8 or 9');
  await expect(field).toBeFocused();
  await expect(field).toHaveValue('1234567890');
});
