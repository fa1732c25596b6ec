/**
 * Without a price: a stored price would become outdated, and requesting the current one would reveal to the server what
 * was viewed.
 */
export interface ViewedProduct {
  slug: string;
  name: string;
  hash?: string | undefined;
}

const KEY = 'recently-viewed';
/** The product on the current page, which is not listed there, and eight others. */
const MAX_VIEWED = 9;

/** Stored only on this device, newest first (product.md, "Product page"). */
export function recentlyViewed(): ViewedProduct[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isViewedProduct) : [];
  } catch {
    // Nothing is stored, or storage is blocked.
    return [];
  }
}

export function rememberViewed(product: ViewedProduct): void {
  const others = recentlyViewed().filter(({ slug }) => slug !== product.slug);
  try {
    localStorage.setItem(KEY, JSON.stringify([product, ...others].slice(0, MAX_VIEWED)));
  } catch {
    // Storage is full or blocked.
  }
}

export function clearViewed(): void {
  try {
    localStorage.removeItem(KEY);
  } catch {
    // Storage is blocked, so nothing is stored.
  }
}

function isViewedProduct(value: unknown): value is ViewedProduct {
  const { slug, name, hash } = (value ?? {}) as Record<keyof ViewedProduct, unknown>;
  const hasPicture = typeof hash === 'string' && /^[0-9a-f]{24}$/.test(hash);
  return typeof slug === 'string' && /^[\w-]+$/.test(slug) && typeof name === 'string' && (hasPicture || !hash);
}
