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
  const axe = new AxeBuilder({ page })
    .setLegacyMode()
    .options({ resultTypes: ['violations'], rules: { 'target-size': { enabled: hasTargetSize } } });
  const { violations } = await (part === undefined ? axe : axe.include(part)).analyze();
  return violations;
}
