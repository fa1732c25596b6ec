import { useEffect, useState } from 'react';
import { fetchCurrencySymbol } from '#islands/products/catalog.client.ts';

export function useCurrencySymbol(): string {
  const [symbol, setSymbol] = useState('');
  useEffect(() => {
    const asking = new AbortController();
    // Without a response the price has no symbol.
    fetchCurrencySymbol(asking.signal).then(setSymbol, () => undefined);
    return () => asking.abort();
  }, []);
  return symbol;
}
