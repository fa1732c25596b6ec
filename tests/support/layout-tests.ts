import { expect, test } from '@playwright/test';
import { layoutProblems } from './layout-problems.ts';
import { addShown, prepare, SHOWN_PAGES, type Shown } from './shown-pages.ts';

const VIEWS = [
  { name: 'at 320 px', width: 320, textSize: 100 },
  { name: 'at 360 px with text of 150 %', width: 360, textSize: 150 },
  { name: 'at 360 px with text of 200 %', width: 360, textSize: 200 },
  // The narrowest window with the menu in the header.
  { name: 'at 1024 px', width: 1024, textSize: 100 },
];

/** Every page at narrow widths and with large text has no overflow, clipping or overlap (WCAG 1.4.4 and 1.4.10). */
export function testLayouts(): void {
  let shown: Shown;
  test.beforeAll(async () => {
    shown = await addShown();
  });

  for (const shownPage of SHOWN_PAGES) {
    test(`${shownPage.name} fits`, async ({ page, context }) => {
      await prepare(context, shownPage, shown);
      await page.goto(shownPage.path(shown));
      for (const { name, width, textSize } of VIEWS) {
        await page.setViewportSize({ width, height: 800 });
        await page.evaluate((percent) => {
          document.documentElement.style.fontSize = `${percent}%`;
        }, textSize);
        expect.soft(await layoutProblems(page, textSize), name).toEqual([]);
      }
    });
  }
}
