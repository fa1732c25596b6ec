import { useEffect, useState } from 'react';
import { fetchCurrencySymbol } from '#islands/products/catalog.client.ts';

/** Returns an empty string until the symbol is loaded. */
export function useCurrencySymbol(): string {
  const [currencySymbol, setCurrencySymbol] = useState('');
  useEffect(() => {
    const controller = new AbortController();
    // If the request fails, prices have no symbol.
    fetchCurrencySymbol(controller.signal).then(setCurrencySymbol, () => undefined);
    return () => controller.abort();
  }, []);
  return currencySymbol;
}
