import { startTransition, useOptimistic, useState } from 'react';
import { changeQuantity } from '#islands/cart/cart.client.ts';
import type { CartLineJson } from '#lib/sales/cart/cart-json.ts';

export function useLineQuantity(
  line: CartLineJson,
  onDone?: (message: string) => void,
): {
  quantity: number;
  refusal: string;
  change(quantity: number): void;
} {
  const [quantity, showQuantity] = useOptimistic(line.quantity);
  const [refusal, setRefusal] = useState('');

  function change(newQuantity: number): void {
    // The shown quantity stays until the response to the last of several calls.
    startTransition(async () => {
      showQuantity(newQuantity);
      const { status, message } = await changeQuantity(line._id, newQuantity);
      setRefusal(status === 'error' ? message : '');
      if (status === 'success') onDone?.(message);
    });
  }

  return { quantity, refusal, change };
}
