/**
 * The key of the last checked pincode in the browser's storage. The pincode can't be part of a product page, because
 * product pages are cached (product.md, "Product page").
 */
const STORAGE_KEY = 'pincode';

export function rememberPincode(pincode: string): void {
  try {
    localStorage.setItem(STORAGE_KEY, pincode);
  } catch {
    // Storage is full or blocked, so the pincode must be entered again.
  }
}

export function recallPincode(): string | undefined {
  try {
    return localStorage.getItem(STORAGE_KEY) ?? undefined;
  } catch {
    // Storage is blocked.
    return undefined;
  }
}
