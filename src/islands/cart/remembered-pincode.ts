/** Of the last check, on this device: the pages of products are the same for everyone (product.md, "Product page"). */
const KEY = 'pincode';

export function rememberPincode(pincode: string): void {
  try {
    localStorage.setItem(KEY, pincode);
  } catch {
    // Storage is full or blocked, so the pincode is asked for again.
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
