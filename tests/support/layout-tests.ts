import { expect, type Page, test } from '@playwright/test';
import { layoutProblems } from './layout-problems.ts';
import { addPageFixture, type PageFixture } from './page-fixture.ts';
import { prepareBrowser, SHOWN_PAGES } from './shown-pages.ts';

const NARROWEST = 320;
const VIEWS = [
  { name: 'at 320 px', width: NARROWEST, textSize: 100 },
  { name: 'at 360 px with text of 200 %', width: 360, textSize: 200 },
  { name: 'at 360 px with text of 150 %', width: 360, textSize: 150 },
  // The narrowest window with the menu in the header.
  { name: 'at 1024 px', width: 1024, textSize: 100 },
];
const HEIGHT = 800;

/**
 * Defines a test for each page: it has no overflow, clipping or overlap at several widths and with large text (WCAG
 * 1.4.4 and 1.4.10). Without JavaScript, only the first two views are tested, unless `LAYOUTS=all` is set.
 */
export function testLayouts(): void {
  let fixture: PageFixture;
  // All pages share one tab, because opening a tab takes as long as testing a view.
  let page: Page;
  test.beforeAll(async ({ browser }) => {
    fixture = await addPageFixture();
    page = await browser.newPage({ serviceWorkers: 'block', reducedMotion: 'no-preference' });
    await page.addInitScript(() => {
      localStorage.clear();
      sessionStorage.clear();
    });
  });
  test.afterAll(() => page.context().close());

  for (const shownPage of SHOWN_PAGES) {
    test(`${shownPage.name} fits the window`, async ({ javaScriptEnabled }) => {
      const hasAllViews = javaScriptEnabled !== false || process.env.LAYOUTS === 'all';
      await page.context().clearCookies();
      await prepareBrowser(page.context(), shownPage, fixture);
      await page.setViewportSize({ width: NARROWEST, height: HEIGHT });
      await page.goto(shownPage.path(fixture));
      for (const { name, width, textSize } of hasAllViews ? VIEWS : VIEWS.slice(0, 2)) {
        await page.setViewportSize({ width, height: HEIGHT });
        await page.evaluate((percent) => {
          document.documentElement.style.fontSize = `${percent}%`;
        }, textSize);
        expect.soft(await layoutProblems(page, textSize), name).toEqual([]);
      }
    });
  }
}
