import { useLayoutEffect, useState } from 'react';

/** False on the server and in the first render, which must be equal; true before the first paint. */
export function useIsLive(): boolean {
  const [isLive, setLive] = useState(false);
  useLayoutEffect(() => setLive(true), []);
  return isLive;
}
