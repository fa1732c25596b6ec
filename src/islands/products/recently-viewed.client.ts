/**
 * A product without its price: a stored price would become outdated, and requesting the current price would reveal to
 * the server which products were viewed.
 */
export interface ViewedProduct {
  slug: string;
  name: string;
  /** The hash of its first picture. */
  hash?: string | undefined;
}

const STORAGE_KEY = 'recently-viewed';
/** The maximum number of stored products: the current page lists eight of them, without its own product. */
const MAX_VIEWED = 9;

/** Returns the viewed products, newest first. They are stored only on this device (product.md, "Product page"). */
export function readViewedProducts(): ViewedProduct[] {
  try {
    const storedProducts: unknown = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? '[]');
    return Array.isArray(storedProducts) ? storedProducts.filter(isViewedProduct) : [];
  } catch {
    // The stored text is not JSON, or storage is blocked.
    return [];
  }
}

export function rememberViewedProduct(product: ViewedProduct): void {
  const otherProducts = readViewedProducts().filter(({ slug }) => slug !== product.slug);
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify([product, ...otherProducts].slice(0, MAX_VIEWED)));
  } catch {
    // Storage is full or blocked.
  }
}

export function clearViewedProducts(): void {
  try {
    localStorage.removeItem(STORAGE_KEY);
  } catch {
    // Storage is blocked, so nothing is stored.
  }
}

function isViewedProduct(value: unknown): value is ViewedProduct {
  const { slug, name, hash } = (value ?? {}) as Record<keyof ViewedProduct, unknown>;
  const isPictureHash = typeof hash === 'string' && /^[0-9a-f]{24}$/.test(hash);
  return typeof slug === 'string' && /^[\w-]+$/.test(slug) && typeof name === 'string' && (isPictureHash || !hash);
}
