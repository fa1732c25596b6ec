import { expect, type Page, test } from '@playwright/test';
import { axeViolations } from '#support/axe.ts';
import { htmlProblems } from '#support/html-rules.ts';
import { addPageFixture, type PageFixture } from '#support/page-fixture.ts';
import { pagesBelow, prepareBrowser } from '#support/shown-pages.ts';
import { measurePageSizes, SCRIPT_BUDGET_BYTES, sizeProblems } from '../../bench/page-sizes.ts';

/** The database rows that the admin pages show. */
let fixture: PageFixture;
test.beforeAll(async () => {
  fixture = await addPageFixture();
});

for (const staffPage of pagesBelow('admin/')) {
  const { name, path, cookie } = staffPage;

  test(`${name}: has valid HTML, is accessible and within its budget, and sends no requests to other sites`, async ({
    page,
    context,
    baseURL,
  }) => {
    await prepareBrowser(context, staffPage, fixture);
    const problems = collectProblems(page, baseURL ?? '');
    const response = await page.goto(path(fixture));
    expect(response?.status()).toBe(200);
    expect(await htmlProblems((await response?.text()) ?? '')).toEqual([]);

    expect(await violations(page)).toEqual([]);
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await violations(page)).toEqual([]);

    const { name: cookieName = '', value = '' } = cookie?.(fixture) ?? {};
    const budgetPage = { name, path: path(fixture) };
    const options = { cookie: `${cookieName}=${value}`, hasHandlers: false };
    const sizes = await measurePageSizes(baseURL ?? '', budgetPage, options);
    expect(sizeProblems(sizes, SCRIPT_BUDGET_BYTES)).toEqual([]);
    expect(problems).toEqual([]);
  });
}

/** Runs axe in a window as high as the page, because in a lower window, the bar at the bottom covers content. */
async function violations(page: Page): Promise<object[]> {
  const { width = 0 } = page.viewportSize() ?? {};
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  await page.setViewportSize({ width, height });
  const axeResults = await axeViolations(page, { checksTargetSize: true });
  return axeResults.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => ({ id, target, failureSummary })),
  );
}

/** Returns an array that collects requests to other origins, errors, and violations of the Content Security Policy. */
function collectProblems(page: Page, origin: string): string[] {
  const problems: string[] = [];
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(origin) && !url.startsWith('data:') && !url.startsWith('blob:')) problems.push(url);
  });
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
  return problems;
}
