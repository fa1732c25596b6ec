export interface CrawlResult {
  /** The HTML of each page, by path and query. */
  pages: Map<string, string>;
  pictures: Set<string>;
  problems: string[];
}

const CONCURRENCY = 6;
/** Links with these parameters lead to overlays and alternative views, which other tests cover. */
const OVERLAY_PARAMETERS = ['quickView', 'open_filter', 'editreview', 'sort', 'filter', 'next', 'back'];
const MAX_FILTERS = 1;
/** Matches the part before the variant. Only one variant of each product is visited: the others show the same page. */
const VARIANT_PATH = /^\/products\/[^/]+\/(?=\d+$)/;

/**
 * Follows links from the home page, except those to overlays, to lists with several filters and to further variants.
 * Records unexpected responses and links to missing fragments.
 */
export async function crawl(origin: string): Promise<CrawlResult> {
  const result: CrawlResult = { pages: new Map(), pictures: new Set(), problems: [] };
  const queue = ['/'];
  const queuedPaths = new Set(queue);
  const fragments: { from: string; to: string; id: string }[] = [];

  async function visit(path: string): Promise<void> {
    const response = await fetch(origin + path, { headers: { accept: 'text/html' }, redirect: 'manual' });
    const text = await response.text();
    const location = response.headers.get('location');
    if (location) return follow(path, location);
    if (!isExpected(path, response.status)) result.problems.push(`${path} responds with ${response.status}`);
    if (!(response.headers.get('content-type') ?? '').startsWith('text/html') || response.status !== 200) return;
    result.pages.set(path, text);
    const html = text.replaceAll(/<script[\s\S]*?<\/script>/g, '');
    for (const href of attributes(html, 'href')) follow(path, href);
    for (const src of attributes(html, 'src').filter(isSameOrigin)) result.pictures.add(new URL(src, origin).pathname);
    for (const set of attributes(html, 'srcset')) {
      for (const candidate of set.split(', ')) result.pictures.add(candidate.split(' ')[0] ?? '');
    }
  }

  function follow(from: string, href: string): void {
    const url = new URL(href, origin + from);
    if (url.origin !== origin) return;
    if (/^\/(pictures|og|_astro)\//.test(url.pathname) || /\.(png|svg|ico)$/.test(url.pathname)) {
      result.pictures.add(url.pathname);
      return;
    }
    const to = url.pathname + url.search;
    if (url.hash) fragments.push({ from, to, id: decodeURIComponent(url.hash.slice(1)) });
    const isOverlay = OVERLAY_PARAMETERS.some((name) => url.searchParams.has(name));
    const filters = [...url.searchParams.keys()].filter((name) => name !== 'page');
    if (queuedPaths.has(to) || isOverlay || filters.length > MAX_FILTERS) return;
    queuedPaths.add(to);
    const productPath = VARIANT_PATH.exec(url.pathname)?.[0];
    if (productPath && queuedPaths.has(productPath)) return;
    if (productPath) queuedPaths.add(productPath);
    queue.push(to);
  }

  const workers = Array.from({ length: CONCURRENCY }, () => undefined);
  while (queue.length > 0) {
    await Promise.all(
      workers.map(async () => {
        for (let next = queue.pop(); next !== undefined; next = queue.pop()) await visit(next);
      }),
    );
  }
  for (const { from, to, id } of fragments) {
    const html = result.pages.get(to);
    if (html && id !== '' && !html.includes(` id="${id}"`))
      result.problems.push(`${from} links to ${to}#${id}, which does not exist`);
  }
  return result;

  function isSameOrigin(src: string): boolean {
    return new URL(src, origin).origin === origin;
  }
}

/** Returns whether the status is 200, or 401 for an account page, because the crawler is not logged in. */
function isExpected(path: string, status: number): boolean {
  return status === 200 || (status === 401 && path.startsWith('/account'));
}

function attributes(html: string, name: string): string[] {
  const matches = html.matchAll(new RegExp(`\\s${name}="([^"]*)"`, 'g'));
  return [...matches].map(([, value = '']) => value.replaceAll('&amp;', '&').replaceAll('&#38;', '&'));
}
