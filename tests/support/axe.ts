import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import type axe from 'axe-core';

interface AxeOptions {
  /** A selector; the whole page by default. */
  part?: string;
  /** Whether controls must be at least 24 px wide and high. */
  hasTargetSize?: boolean;
}

const SOURCE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** The violations that axe finds. The shop's pages have no frames of other sites, so axe runs in the page alone. */
export async function axeViolations(page: Page, { part, hasTargetSize = false }: AxeOptions = {}) {
  // Compiling axe takes a third of a run, so it is loaded once per page. The rules used need no preloaded assets.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(SOURCE);
  const options: axe.RunOptions = {
    resultTypes: ['violations'],
    preload: false,
    rules: { 'target-size': { enabled: hasTargetSize } },
  };
  return page.evaluate(runAxe, { part, options });
}

/** Runs in the page. Only the violations are returned, because a complete result is 100 kB large. */
async function runAxe({ part, options }: { part: string | undefined; options: axe.RunOptions }) {
  const { axe: loaded } = window as unknown as { axe: typeof axe };
  const { violations } = await loaded.run(part === undefined ? document : { include: [[part]] }, options);
  return violations;
}
