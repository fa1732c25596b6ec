import { brotliCompressSync, constants } from 'node:zlib';

/** A page with budgets. */
export interface BudgetPage {
  name: string;
  path: string;
}

/** Returns the pages with budgets for sizes, load and browsers. The product is the first product in the listing. */
export async function budgetPages(origin: string): Promise<BudgetPage[]> {
  return [
    { name: 'home', path: '/' },
    { name: 'listing', path: '/products' },
    { name: 'filters open', path: '/products?category=women-kurtas&open_filter=true' },
    { name: 'product', path: await firstProduct(origin) },
    { name: 'search', path: '/search?search=kurta' },
  ];
}

/** Returns the product with the largest compressed page. Fast compression ranks pages as maximum compression does. */
export async function longestProduct(origin: string): Promise<BudgetPage> {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 5 };
  const sizes: { path: string; bytes: number }[] = [];
  let pageNumber: number | null = 1;
  while (pageNumber !== null) {
    const { data } = (await (await fetch(`${origin}/public/product?page=${pageNumber}`)).json()) as ProductList;
    for (const { slug } of data.data) {
      const path = `/products/${slug}`;
      const html = await (await fetch(origin + path)).text();
      sizes.push({ path, bytes: brotliCompressSync(html, { params }).length });
    }
    pageNumber = data.next;
  }
  const largest = sizes.reduce((a, b) => (b.bytes > a.bytes ? b : a));
  return { name: 'long product', path: largest.path };
}

interface ProductList {
  data: { data: { slug: string }[]; next: number | null };
}

export const CONTENT_PAGES: BudgetPage[] = [
  { name: 'blog', path: '/blogs' },
  { name: 'post', path: '/blogs/caring-for-block-prints' },
  { name: 'longest post', path: '/blogs/how-khadi-is-spun' },
  { name: 'questions', path: '/faq' },
  { name: 'size guide', path: '/size-guide' },
  { name: 'contact', path: '/contact' },
  { name: 'terms', path: '/terms-conditions' },
  { name: 'privacy', path: '/privacy-policy' },
  { name: 'delivery', path: '/shipping-policy' },
  { name: 'returns', path: '/returns-policy' },
  { name: 'offline', path: '/offline' },
];

async function firstProduct(origin: string): Promise<string> {
  const listing = await (await fetch(`${origin}/products`)).text();
  const path = /href="(\/products\/[a-z0-9-]+)"/.exec(listing)?.[1];
  if (!path) throw new Error('The listing does not link to any product.');
  return path;
}
