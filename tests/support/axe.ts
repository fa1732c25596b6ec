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
  // Compiling axe takes a third of a run, so a page gets it once. Nothing that it could load in advance is checked.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(SOURCE);
  const options: axe.RunOptions = {
    resultTypes: ['violations'],
    preload: false,
    rules: { 'target-size': { enabled: hasTargetSize } },
  };
  return page.evaluate(runAxe, { part, options });
}

/** Runs in the page. Only the violations are returned, because a complete result has 100 kB. */
async function runAxe({ part, options }: { part: string | undefined; options: axe.RunOptions }) {
  const { axe: loaded } = window as unknown as { axe: typeof axe };
  const { violations } = await loaded.run(part === undefined ? document : { include: [[part]] }, options);
  return violations;
}
