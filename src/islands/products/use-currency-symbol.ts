import { useEffect, useState } from 'react';
import { fetchCurrencySymbol } from '#islands/products/catalog.client.ts';

export function useCurrencySymbol(): string {
  const [symbol, setSymbol] = useState('');
  useEffect(() => {
    const controller = new AbortController();
    // If the request fails, prices have no symbol.
    fetchCurrencySymbol(controller.signal).then(setSymbol, () => undefined);
    return () => controller.abort();
  }, []);
  return symbol;
}
