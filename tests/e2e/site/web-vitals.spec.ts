import { expect, type Page, type Request } from '@playwright/test';
import { test } from '#support/admin-test.ts';

const REPORT_PATH = '/public/web-vitals';

test('a measured page view is reported once, without a cookie, and shown to the owner', async ({
  page,
  context,
  signIn,
}) => {
  const reports = await collectReports(page, 0);
  await page.goto('/size-guide');
  await expect.poll(() => reports.scripts.length).toBe(1);
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { get: () => 'hidden' });
    for (let index = 0; index < 2; index++) document.dispatchEvent(new Event('visibilitychange'));
  });
  await expect.poll(() => reports.sent.length).toBe(1);
  expect((await reports.sent[0]?.response())?.status()).toBe(204);
  expect(await context.cookies()).toEqual([]);
  // Playwright does not record requests that a page sends when a visitor leaves, so the owner's page is checked.
  await page.goto('/faq');
  await expect.poll(() => reports.scripts.length).toBe(2);
  await page.waitForLoadState('networkidle');

  await signIn();
  const readingRow = page.getByRole('row', { name: 'Journal and other texts' });
  const views = page.getByRole('region', { name: 'Journal and other texts: The server' }).getByRole('cell').last();
  await expect(async () => {
    await page.goto('/admin/settings/speed?device=large&page=reading');
    expect(Number(await views.textContent({ timeout: 1_000 }))).toBeGreaterThan(1);
  }).toPass();
  // These are the columns for the main content and the server.
  for (const cellIndex of [0, 3])
    await expect(readingRow.getByRole('cell').nth(cellIndex)).toHaveText(
      /[\d.]+ (ms|s), (good|needs improvement|poor)/,
    );
  const days = page.getByRole('region', { name: 'Journal and other texts: The server responds' });
  await expect(days.getByRole('rowheader')).toHaveCount(1);
  await expect(days).toContainText('Up to 800 ms is good; more than 1.8 s is poor.');
});

test('page views that are not sampled, and page views in light mode, load no measurement script and send no reports', async ({
  page,
  context,
}) => {
  const reports = await collectReports(page, 0.99);
  await page.goto('/size-guide', { waitUntil: 'networkidle' });
  await context.setExtraHTTPHeaders({ 'Save-Data': 'on' });
  const lightReports = await collectReports(page, 0);
  await page.goto('/faq', { waitUntil: 'networkidle' });
  await page.goto('/size-guide', { waitUntil: 'networkidle' });
  for (const { scripts, sent } of [reports, lightReports]) expect([...scripts, ...sent]).toEqual([]);
});

test('invalid reports and reports from other sites are rejected', async ({ page, baseURL }) => {
  const send = async (data: unknown, headers: Record<string, string> = {}) =>
    (await page.request.post(REPORT_PATH, { data, headers: { origin: baseURL ?? '', ...headers } })).status();
  expect(await send({ LCP: 1_200 })).toBe(204);
  expect(await send({ LCP: 1_200, url: '/account' })).toBe(422);
  expect(await send({ LCP: -1 })).toBe(422);
  expect(await send({ LCP: 1, x: 'x'.repeat(400) })).toBe(413);
  expect(await send({ LCP: 1_200 }, { origin: 'https://evil.example' })).toBe(403);
});

/**
 * Sets the random number that decides whether page views are measured, and collects the requests for the measurement
 * script and the reports.
 */
async function collectReports(page: Page, random: number): Promise<{ scripts: Request[]; sent: Request[] }> {
  await page.addInitScript((value) => {
    Math.random = () => value;
  }, random);
  const scripts: Request[] = [];
  const sent: Request[] = [];
  page.on('request', (request) => {
    if (/\/vitals\.[^/]*\.js$/.test(request.url())) scripts.push(request);
    if (request.url().endsWith(REPORT_PATH)) sent.push(request);
  });
  return { scripts, sent };
}
