import { expect, test } from '@playwright/test';
import { axeViolations } from '#support/axe.ts';
import { addPageFixture } from '#support/page-fixture.ts';

for (const javaScriptEnabled of [true, false])
  test.describe(`${javaScriptEnabled ? 'with' : 'without'} JavaScript`, () => {
    test.use({ javaScriptEnabled });

    test('an order can be paid only once with its payment link', async ({ page }) => {
      const { payToken } = await addPageFixture();
      await page.goto(`/pay/${payToken}`);
      if (javaScriptEnabled) expect(await axeViolations(page, { checksTargetSize: true })).toEqual([]);
      await page.getByRole('link', { name: 'Pay online' }).click();
      await page.getByRole('button', { name: /Test gateway/ }).click();
      await page.getByRole('button', { name: 'Approve the payment' }).click();
      await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible();
      await page.goto(`/pay/${payToken}`);
      await expect(page.getByText(/^Order .+ is paid\.$/)).toBeVisible();
      await expect(page.getByRole('link', { name: 'Pay online' })).toHaveCount(0);
    });
  });
