import { expect, type Page, test } from '@playwright/test';
import { axeViolations } from '#support/axe.ts';
import { htmlProblems } from '#support/html-rules.ts';
import { budgetPages } from '../../bench/pages.ts';

/** Every kind of page that a visitor may browse, each checked for what must hold on all of them. */
const NAMES = ['home', 'listing', 'filters open', 'product', 'search', 'quick view', 'not found'];
const MISSING = '/no-such-page';

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

async function pathOf(name: string, origin = ''): Promise<string> {
  if (name === 'not found') return MISSING;
  const pages = await budgetPages(origin);
  const path = (wanted: string) => pages.find((page) => page.name === wanted)?.path ?? '';
  return name === 'quick view' ? `/products?quickView=${path('product').split('/').at(-1)}` : path(name);
}

for (const name of NAMES) {
  test.describe(name, () => {
    test('valid HTML', async ({ baseURL }) => {
      const fetched = await fetch(`${baseURL}${await pathOf(name, baseURL)}`);
      expect(await htmlProblems(await fetched.text())).toEqual([]);
    });

    test('axe finds nothing, targets are large enough, and it does not scroll sideways', async ({ page, baseURL }) => {
      await page.goto(await pathOf(name, baseURL));
      for (const width of [360, 1280]) {
        await page.setViewportSize({ width, height: 800 });
        const violations = await axeViolations(page, { hasTargetSize: true });
        const found = violations.flatMap(({ id, nodes }) =>
          nodes.map(({ target, failureSummary }) => ({ id, target, failureSummary })),
        );
        expect(found, `at ${width} px`).toEqual([]);
      }
      await page.setViewportSize({ width: 320, height: 640 });
      const reach = await page.evaluate(() => {
        scrollTo(10_000, 0);
        return { scrolled: scrollX, width: document.documentElement.scrollWidth };
      });
      expect(reach).toEqual({ scrolled: 0, width: 320 });
    });

    test('has no errors, no violations of the policy, and no React before a touch', async ({ page, baseURL }) => {
      const path = await pathOf(name, baseURL);
      const troubles = await troublesOf(page, path);
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
      expect(troubles).toEqual([]);
    });
  });
}

/** Errors of the console and of scripts, and what the content security policy refused, as they come. */
async function troublesOf(page: Page, path: string): Promise<string[]> {
  const troubles: string[] = [];
  await page.exposeFunction('refusedByPolicy', (what: string) => troubles.push(`refused by the policy: ${what}`));
  await page.addInitScript(() => {
    const { refusedByPolicy } = window as unknown as { refusedByPolicy(what: string): void };
    addEventListener('securitypolicyviolation', (event) =>
      refusedByPolicy(`${event.violatedDirective} ${event.blockedURI}`),
    );
  });
  page.on('pageerror', (error) => troubles.push(error.message));
  page.on('console', (message) => {
    const isThePageItself = path === MISSING && message.location().url.endsWith(MISSING);
    if (message.type() === 'error' && !isThePageItself) troubles.push(`${message.text()} ${message.location().url}`);
  });
  return troubles;
}
