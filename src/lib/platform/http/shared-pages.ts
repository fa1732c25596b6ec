/**
 * Which pages are the same for everyone. They are rendered without the visitor's cookies, so that nothing personal can
 * reach the shared cache, and several visitors who ask at once share one rendering. A page keeps itself out of the
 * cache by not calling `Astro.cache.set`.
 */
const PERSONAL = [
  '/account',
  '/auth',
  '/cart',
  '/checkout',
  '/demo',
  '/frontend',
  '/login',
  '/logout',
  '/newsletter',
  '/notice',
  '/orders',
  '/public',
  '/register',
  '/verify',
];
/** Answers of the API that are the same for everyone. */
const SHARED_ANSWERS = [
  '/public/product',
  '/public/search/all',
  '/public/settings',
  '/public/blog',
  '/public/faq',
  '/public/reviews/product-wise',
];

/** Query parameters that shared pages read; all others are ignored, so they can't fill the cache. */
const KNOWN_PARAMETERS = new Set([
  'age',
  'availability',
  'brand',
  'category',
  'collection',
  'color',
  'editreview',
  'filter',
  'material',
  'maxprice',
  'minprice',
  'open_filter',
  'page',
  'q',
  'question',
  'quickView',
  'search',
  'size',
  'sort',
  'tag',
]);
const LONGEST_KEY = 1_024;

export function isSharedPage(pathname: string): boolean {
  const isUnder = (prefix: string) => pathname === prefix || pathname.startsWith(`${prefix}/`);
  return SHARED_ANSWERS.some(isUnder) || !PERSONAL.some(isUnder);
}

/** The address under which a shared page is rendered and kept: known parameters in one order; `undefined` when it is too long to keep. */
export function normalisedAddress(url: string): string | undefined {
  const mark = url.indexOf('?');
  if (mark < 0) return url.length > LONGEST_KEY ? undefined : url;
  const known = [...new URLSearchParams(url.slice(mark + 1))].filter(
    ([name, value]) => KNOWN_PARAMETERS.has(name) && value !== '',
  );
  known.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  const query = new URLSearchParams(known).toString();
  const address = url.slice(0, mark) + (query ? `?${query}` : '');
  return address.length > LONGEST_KEY ? undefined : address;
}
