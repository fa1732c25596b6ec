import { expect, type Page, test } from '@playwright/test';
import { axeViolations } from '#support/axe.ts';
import { htmlProblems } from '#support/html-rules.ts';
import { addShown, pagesBelow, prepare, type Shown } from '#support/shown-pages.ts';
import { pageSizes, SCRIPT_BUDGET_BYTES, sizeProblems } from '../../bench/page-sizes.ts';

/** Every page of the admin, each checked for what must hold on all of them. */
let shown: Shown;
test.beforeAll(async () => {
  shown = await addShown();
});

for (const staffPage of pagesBelow('admin/')) {
  const { name, path, cookie } = staffPage;

  test(`${name}: valid HTML, accessible, within its budget, and nothing from other sites`, async ({
    page,
    context,
    baseURL,
  }) => {
    await prepare(context, staffPage, shown);
    const problems = await problemsOf(page, baseURL ?? '');
    const response = await page.goto(path(shown));
    expect(response?.status()).toBe(200);
    expect(await htmlProblems((await response?.text()) ?? '')).toEqual([]);

    expect(await violations(page)).toEqual([]);
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await violations(page)).toEqual([]);

    const { name: cookieName = '', value = '' } = cookie?.(shown) ?? {};
    const budgetPage = { name, path: path(shown) };
    const terms = { cookie: `${cookieName}=${value}`, hasHandlers: false };
    const sizes = await pageSizes(baseURL ?? '', budgetPage, terms);
    expect(sizeProblems(sizes, SCRIPT_BUDGET_BYTES)).toEqual([]);
    expect(problems).toEqual([]);
  });
}

/** In a window as high as the page: otherwise the bar at the bottom covers what is scrolled below it. */
async function violations(page: Page): Promise<object[]> {
  const { width = 0 } = page.viewportSize() ?? {};
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  await page.setViewportSize({ width, height });
  const found = await axeViolations(page, { hasTargetSize: true });
  return found.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => ({ id, target, failureSummary })));
}

/** Requests to other origins, errors, and what the content security policy blocked, collected as they happen. */
async function problemsOf(page: Page, origin: string): Promise<string[]> {
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
