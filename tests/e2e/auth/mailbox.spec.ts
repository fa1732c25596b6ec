import { expect, test } from '@playwright/test';

test('shows an empty mailbox for an address without emails, as a page and as JSON', async ({ page, request }) => {
  const to = `nobody-${Date.now()}@example.in`;
  await page.goto(`/demo/mailbox?to=${encodeURIComponent(to)}`);
  await expect(page.getByText(`Nothing has been sent to ${to} yet.`)).toBeVisible();
  const response = await request.get('/demo/mailbox', { params: { to }, headers: { accept: 'application/json' } });
  expect(await response.json()).toEqual({ status: 'success', message: '', data: [] });
});
