/** Kinds of pages whose speed is measured separately, in display order. */
export const PAGE_KINDS = {
  home: 'Home',
  list: 'Lists and search',
  product: 'Products',
  reading: 'Journal and other texts',
  checkout: 'Cart and checkout',
  account: 'Login, account and orders',
} as const;
export type PageKind = keyof typeof PAGE_KINDS;

const KIND_BY_FIRST_SEGMENT: Readonly<Record<string, PageKind>> = {
  search: 'list',
  products: 'product',
  cart: 'checkout',
  checkout: 'checkout',
  account: 'account',
  orders: 'account',
  login: 'account',
  register: 'account',
  verify: 'account',
};

/**
 * Returns the kind of a page by its route pattern, such as `/products/[slug]`. Returns undefined for the admin, whose
 * pages are not measured.
 */
export function pageKindOf(pattern: string): PageKind | undefined {
  if (pattern === '/') return 'home';
  if (pattern === '/products') return 'list';
  const [, firstSegment = ''] = pattern.split('/');
  return firstSegment === 'admin' ? undefined : (KIND_BY_FIRST_SEGMENT[firstSegment] ?? 'reading');
}
