/** The last checked pincode, on this device: product pages are the same for everyone (product.md, "Product page"). */
const KEY = 'pincode';

export function rememberPincode(pincode: string): void {
  try {
    localStorage.setItem(KEY, pincode);
  } catch {
    // Storage is full or blocked, so the pincode must be entered again.
  }
}

export function rememberedPincode(): string | undefined {
  try {
    return localStorage.getItem(KEY) ?? undefined;
  } catch {
    // Storage is blocked.
    return undefined;
  }
}
