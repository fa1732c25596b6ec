import { useLayoutEffect, useState } from 'react';

/** Returns false on the server and in the first render, which must match, but true before the first paint. */
export function useIsHydrated(): boolean {
  const [isHydrated, setHydrated] = useState(false);
  useLayoutEffect(() => setHydrated(true), []);
  return isHydrated;
}
