import { expect, type Page, test } from '@playwright/test';
import { axeViolations } from '#support/axe.ts';
import { htmlProblems } from '#support/html-rules.ts';
import { budgetPages } from '../../bench/pages.ts';

/** The pages on which the requirements for all public pages are tested. */
const NAMES = ['home', 'listing', 'filters open', 'product', 'search', 'quick view', 'not found'];
const MISSING_PATH = '/no-such-page';

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

async function pathOf(name: string, origin = ''): Promise<string> {
  if (name === 'not found') return MISSING_PATH;
  const pages = await budgetPages(origin);
  const path = (pageName: string) => pages.find((page) => page.name === pageName)?.path ?? '';
  return name === 'quick view' ? `/products?quickView=${path('product').split('/').at(-1)}` : path(name);
}

for (const name of NAMES) {
  test.describe(name, () => {
    test('has valid HTML', async ({ baseURL }) => {
      const response = await fetch(`${baseURL}${await pathOf(name, baseURL)}`);
      expect(await htmlProblems(await response.text())).toEqual([]);
    });

    test('passes axe, has large enough tap targets, and does not scroll horizontally', async ({ page, baseURL }) => {
      await page.goto(await pathOf(name, baseURL));
      for (const width of [360, 1280]) {
        await page.setViewportSize({ width, height: 800 });
        const violations = await axeViolations(page, { checksTargetSize: true });
        const problems = violations.flatMap(({ id, nodes }) =>
          nodes.map(({ target, failureSummary }) => ({ id, target, failureSummary })),
        );
        expect(problems, `at ${width} px`).toEqual([]);
      }
      await page.setViewportSize({ width: 320, height: 640 });
      const overflow = await page.evaluate(() => {
        scrollTo(10_000, 0);
        return { scrolled: scrollX, width: document.documentElement.scrollWidth };
      });
      expect(overflow).toEqual({ scrolled: 0, width: 320 });
    });

    test('has no errors or violations of the content security policy, and does not load React before a touch', async ({
      page,
      baseURL,
    }) => {
      const path = await pathOf(name, baseURL);
      const problems = await collectProblems(page, path);
      const scripts: Promise<string>[] = [];
      page.on('response', (response) => {
        if (response.request().resourceType() === 'script') scripts.push(response.text());
      });
      await page.goto(path);
      await page.mouse.wheel(0, 4_000);
      await page.waitForLoadState('networkidle');
      const sources = await Promise.all(scripts);
      expect(sources.length).toBeGreaterThan(0);
      expect(sources.filter((source) => source.includes('react.transitional.element'))).toEqual([]);
      expect(problems).toEqual([]);
    });
  });
}

/** Returns an array that collects script and console errors, and violations of the content security policy. */
async function collectProblems(page: Page, path: string): Promise<string[]> {
  const problems: string[] = [];
  await page.exposeFunction('blockedByPolicy', (description: string) =>
    problems.push(`blocked by the policy: ${description}`),
  );
  await page.addInitScript(() => {
    const { blockedByPolicy } = window as unknown as { blockedByPolicy(description: string): void };
    addEventListener('securitypolicyviolation', (event) =>
      blockedByPolicy(`${event.violatedDirective} ${event.blockedURI}`),
    );
  });
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => {
    const isExpected404 = path === MISSING_PATH && message.location().url.endsWith(MISSING_PATH);
    if (message.type() === 'error' && !isExpected404) problems.push(`${message.text()} ${message.location().url}`);
  });
  return problems;
}
