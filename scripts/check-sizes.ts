/**
 * Measures the HTML and JavaScript that a browser loads before the first interaction, and the server's files, and fails
 * if a page of the demo shop or a file exceeds its budget.
 */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { currentBuild } from '#lib/platform/builds/build-folders.server.ts';
import {
  contentScriptBudgetBytes,
  measurePageSizes,
  measureWorkerBytes,
  SCRIPT_BUDGET_BYTES,
  sizeProblems,
} from '../tests/bench/page-sizes.ts';
import { budgetPages, CONTENT_PAGES, longestProduct } from '../tests/bench/pages.ts';
import { startShop, temporaryDir } from '../tests/support/shop-process.ts';

/** The budget for a server file. A larger file probably repeats code for each route, which slows down the startup. */
const SERVER_FILE_BUDGET_BYTES = 1_000_000;

// `npm test` sets `E2E_DATA`, and reuses this demo shop in the browser tests that follow.
const sharedDir = process.env.E2E_DATA;
const dataFolder = sharedDir ? { dir: sharedDir, remove() {} } : temporaryDir('sizes');
let problems: string[] = [];
const shop = await startShop({ dataDir: dataFolder.dir });
try {
  console.log('page           HTML br   script br   script files');
  const shopPages = [...(await budgetPages(shop.origin)), await longestProduct(shop.origin)];
  const pages = shopPages.map((page) => ({ page, scriptBudgetBytes: SCRIPT_BUDGET_BYTES }));
  const contentPages = CONTENT_PAGES.map((page) => ({ page, scriptBudgetBytes: contentScriptBudgetBytes(page.path) }));
  for (const { page, scriptBudgetBytes } of [...pages, ...contentPages]) {
    const sizes = await measurePageSizes(shop.origin, page);
    console.log(
      page.name.padEnd(13),
      formatKilobytes(sizes.htmlBytes),
      formatKilobytes(sizes.scriptBytes, 11),
      String(sizes.scriptRequests).padStart(14),
    );
    problems = [...problems, ...sizeProblems(sizes, scriptBudgetBytes)];
  }
  console.log('service worker', formatKilobytes(await measureWorkerBytes(shop.origin), 18));
} finally {
  await shop.stop();
  dataFolder.remove();
}
problems = [...problems, ...serverFileProblems()];
for (const problem of problems) console.error(problem);
process.exit(problems.length === 0 ? 0 : 1);

function serverFileProblems(): string[] {
  const server = join(currentBuild(join(import.meta.dirname, '../dist'))?.folder ?? '', 'server');
  const sizes = readdirSync(server).map((name) => ({ name, bytes: statSync(join(server, name)).size }));
  console.log('largest server file', formatKilobytes(Math.max(...sizes.map(({ bytes }) => bytes)), 13));
  return sizes
    .filter(({ bytes }) => bytes > SERVER_FILE_BUDGET_BYTES)
    .map(
      ({ name, bytes }) =>
        `The size of the server file ${name} is ${formatKilobytes(bytes, 0)}; the budget is 1000 kB.`,
    );
}

function formatKilobytes(bytes: number, width = 8): string {
  return `${(bytes / 1000).toFixed(1)} kB`.padStart(width);
}
