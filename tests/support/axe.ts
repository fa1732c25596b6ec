import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

interface AxeOptions {
  /** A selector; the whole page by default. */
  part?: string;
  /** Whether controls must be at least 24 px wide and high. */
  hasTargetSize?: boolean;
}

/** What axe objects to. The shop's pages have no frames of other sites, so axe runs in the page alone. */
export async function axeViolations(page: Page, { part, hasTargetSize = false }: AxeOptions = {}) {
  // Compiling axe takes a third of a run, so a page gets it once. Nothing that it could load in advance is checked.
  const isLoaded = await page.evaluate(() => 'axe' in window);
  const axe = new AxeBuilder(isLoaded ? { page, axeSource: 'void 0' } : { page })
    .setLegacyMode()
    .options({ resultTypes: ['violations'], preload: false, rules: { 'target-size': { enabled: hasTargetSize } } });
  const { violations } = await (part === undefined ? axe : axe.include(part)).analyze();
  return violations;
}
