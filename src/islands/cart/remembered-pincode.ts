/** The last checked pincode is stored on the device, because product pages are cached (product.md, "Product page"). */
const KEY = 'pincode';

export function rememberPincode(pincode: string): void {
  try {
    localStorage.setItem(KEY, pincode);
  } catch {
    // Storage is full or blocked, so the pincode must be entered again.
  }
}

export function recallPincode(): string | undefined {
  try {
    return localStorage.getItem(KEY) ?? undefined;
  } catch {
    // Storage is blocked.
    return undefined;
  }
}
