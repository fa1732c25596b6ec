import type { RecordingVisitor } from './recorded.ts';

const CONCURRENCY = 6;
const MAX_PARAMETERS = 1;
/** Pictures that are not requested, because creating them takes time, and one small width of each picture is enough. */
const LARGE_PICTURE = /^\/(?:og\/|pictures\/(?!.*-160\.webp$))/;
const START_PATHS = [
  ...['/', '/robots.txt', '/manifest.webmanifest', '/opensearch.xml', '/rss.xml', '/llms.txt', '/feeds/google.xml'],
  ...['/sitemap-index.xml', '/favicon.ico', '/favicon.svg', '/apple-touch-icon.png', '/offline', '/newsletter'],
  ...['/register', '/login', '/verify', '/search?search=check', '/search?search=nothing-such', '/account/dashboard'],
  ...['/public/settings', '/public/faq', '/public/blog', '/public/product', '/public/search/all?search=check'],
  ...[
    '/nothing-here',
    '/public/nothing-here',
    '/products/nothing-here',
    '/orders/track/nothing',
    '/login/link?token=x',
  ],
];

/**
 * Follows the shop's addresses in the links, sitemaps, pictures and styles of responses, except large pictures and
 * addresses with several parameters. Returns the paths.
 */
export async function walkPages(visitor: RecordingVisitor, siteUrl: string): Promise<Set<string>> {
  const paths = new Set(START_PATHS);
  const queue = [...START_PATHS];
  async function walk(): Promise<void> {
    for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
      const { headers, text } = await visitor.get(path);
      const type = String(headers['content-type'] ?? '');
      const addresses = /html|xml|json|css|text/.test(type) ? addressesIn(text(), path, siteUrl) : [];
      const { location } = headers;
      for (const to of typeof location === 'string' ? [...addresses, location] : addresses) follow(to, path);
    }
  }
  function follow(to: string, from: string): void {
    const url = URL.parse(to, siteUrl + from);
    if (url?.origin !== siteUrl || url.searchParams.size > MAX_PARAMETERS) return;
    const path = url.pathname + url.search;
    if (paths.has(path) || LARGE_PICTURE.test(path)) return;
    paths.add(path);
    queue.push(path);
  }
  while (queue.length > 0) await Promise.all(Array.from({ length: CONCURRENCY }, walk));
  return paths;
}

function addressesIn(text: string, from: string, siteUrl: string): string[] {
  const attributes = text.matchAll(/\s(?:href|src|action|content|data-[a-z-]+)="((?:https:\/|\.)?\/[^"]*)"/g);
  const otherMatches = text.matchAll(/(?:<loc>|<link>|<g:image_link>|^Sitemap: |"src":"|url\()([^<"\s)]+)/gm);
  const addresses = [...attributes, ...otherMatches].map(([, address = '']) => address.replaceAll('&amp;', '&'));
  return addresses.map((address) => new URL(address, siteUrl + from).href);
}
