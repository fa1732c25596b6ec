import { useLayoutEffect, useState } from 'react';

/**
 * Returns false on the server and in the first render in the browser, because their HTML must match. Returns true in
 * the second render, which React runs before the browser paints the first.
 */
export function useIsHydrated(): boolean {
  const [isHydrated, setHydrated] = useState(false);
  useLayoutEffect(() => setHydrated(true), []);
  return isHydrated;
}
