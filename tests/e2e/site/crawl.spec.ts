import { expect, test } from '@playwright/test';
import { type CrawlResult, crawl } from '#support/crawl.ts';
import { E2E_ORIGIN } from '#support/e2e-origin.ts';
import { htmlProblems } from '#support/html-rules.ts';
import { structuredDataProblems, thingsOf } from '#support/structured-data.ts';

/** The suffix of the narrowest pictures. Only some of these are downloaded, because encoding takes a while. */
const NARROWEST_SUFFIX = '-160.';
const DOWNLOAD_EVERY = 20;

let crawlResult: CrawlResult;
// In this mode, one worker runs all tests, so that the shop is crawled once. 400 pages and 5,000 pictures take a while.
test.describe.configure({ mode: 'default', timeout: 240_000 });
test.beforeAll(async () => {
  test.setTimeout(240_000);
  crawlResult = await crawl(E2E_ORIGIN);
});

test('the demo shop has no broken links and no missing pictures', async () => {
  const { pages, pictures, problems } = crawlResult;
  expect(problems).toEqual([]);
  expect(pages.size).toBeGreaterThan(300);

  const missingPictures: string[] = [];
  const queue = [...pictures];
  const downloadedPaths = new Set(
    queue.filter((path) => path.includes(NARROWEST_SUFFIX)).filter((_, index) => index % DOWNLOAD_EVERY === 0),
  );
  const checkPictures = async () => {
    for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
      const method = downloadedPaths.has(path) ? 'GET' : 'HEAD';
      const response = await fetch(E2E_ORIGIN + path, { method });
      const { byteLength } = await response.arrayBuffer();
      if (!response.ok || (method === 'GET' && byteLength < 100))
        missingPictures.push(`${path} responds with ${response.status}`);
    }
  };
  await Promise.all([checkPictures(), checkPictures(), checkPictures(), checkPictures()]);
  expect(missingPictures).toEqual([]);
  expect(downloadedPaths.size).toBeGreaterThan(5);
  expect(pictures.size).toBeGreaterThan(3_000);
});

test('no two indexable addresses share a title or a description', () => {
  const indexablePages = [...crawlResult.pages].filter(([path, html]) => isIndexable(path, html));
  expect(indexablePages.length).toBeGreaterThan(200);
  expect(indexablePages.map(([path]) => path)).toContain('/products?page=2');
  for (const pattern of [/<title>([^<]*)</, /<meta name="description" content="([^"]*)"/]) {
    const groups = Map.groupBy(indexablePages, ([, html]) => pattern.exec(html)?.[1]);
    const sharedTexts = [...groups].filter(([, pages]) => pages.length > 1);
    expect(sharedTexts.map(([text, pages]) => [text, ...pages.map(([path]) => path)])).toEqual([]);
    expect(groups.has(undefined)).toBe(false);
  }
});

test('pages have one main heading and valid HTML', async () => {
  const problems: string[] = [];
  // A few hundred product pages differ only in text, so about a quarter of them is enough.
  const pages = [...crawlResult.pages].filter(([path], index) => !path.startsWith('/products/') || index % 4 === 0);
  for (const [path, html] of pages) {
    for (const problem of await htmlProblems(html)) problems.push(`${path}: ${problem}`);
  }
  expect(problems).toEqual([]);
});

test('structured data has the fields that Google documents', () => {
  const problems = [...crawlResult.pages].flatMap(([path, html]) =>
    structuredDataProblems(html, path === '/').map((problem) => `${path}: ${problem}`),
  );
  expect([...new Set(problems)]).toEqual([]);
  const kinds = new Set(
    [...crawlResult.pages.values()].flatMap((html) => thingsOf(html).map((thing) => thing['@type'])),
  );
  for (const kind of ['Organization', 'WebSite', 'Product', 'ProductGroup', 'BlogPosting', 'FAQPage', 'BreadcrumbList'])
    expect([...kinds]).toContain(kind);
});

/** Returns whether search engines may list a page, because it has no noindex and is its own canonical page. */
function isIndexable(path: string, html: string): boolean {
  const canonical = /<link rel="canonical" href="([^"]*)"/.exec(html)?.[1]?.replaceAll('&amp;', '&');
  return !/<meta name="robots" content="noindex"/.test(html) && canonical?.replace(/^https?:\/\/[^/]+/, '') === path;
}
