import { useEffect, useState } from 'react';
import { fetchCurrencySymbol } from '#islands/catalog/catalog.client.ts';

/** Empty until the shop has said it: a price without its symbol is still a price. */
export function useCurrencySymbol(): string {
  const [symbol, setSymbol] = useState('');
  useEffect(() => {
    const asking = new AbortController();
    // Without an answer the price stands without it.
    fetchCurrencySymbol(asking.signal).then(setSymbol, () => undefined);
    return () => asking.abort();
  }, []);
  return symbol;
}
