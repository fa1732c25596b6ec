import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import type axe from 'axe-core';

interface AxeOptions {
  /** The selector for the part to check, by default the whole page. */
  part?: string;
  /** Whether controls must be at least 24 px wide and high. */
  checksTargetSize?: boolean;
}

const SOURCE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** Returns the violations that axe finds. axe runs only in the main frame, because the shop's pages have no others. */
export async function axeViolations(page: Page, { part, checksTargetSize = false }: AxeOptions = {}) {
  // Compiling axe takes a third of the time of a check, so it is loaded once per page.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(SOURCE);
  const options: axe.RunOptions = {
    resultTypes: ['violations'],
    preload: false,
    rules: { 'target-size': { enabled: checksTargetSize } },
  };
  return page.evaluate(runAxe, { part, options });
}

/** Runs in the page. Returns only the violations, because a complete result is 100 kB long. */
async function runAxe({ part, options }: { part: string | undefined; options: axe.RunOptions }) {
  const { axe: axeInPage } = window as unknown as { axe: typeof axe };
  const { violations } = await axeInPage.run(part === undefined ? document : { include: [[part]] }, options);
  return violations;
}
