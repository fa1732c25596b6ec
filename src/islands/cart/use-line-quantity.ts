import { startTransition, useOptimistic, useState } from 'react';
import { changeQuantity } from '#islands/cart/cart.client.ts';
import type { CartLineJson } from '#lib/sales/cart/cart-json.ts';

const QUEUED_MESSAGE = 'This change waits for the network. The total does not include it yet.';

/** Holds the quantity of a cart line, including changes that the server has not confirmed yet. */
export function useLineQuantity(
  line: CartLineJson,
  onDone?: (message: string) => void,
): {
  quantity: number;
  /** The reason why a change was refused, or a message that a change is queued. */
  notice: string;
  change(quantity: number): void;
} {
  // A queued change is shown until the server sends a new line.
  const [queuedChange, setQueuedChange] = useState<{ line: CartLineJson; quantity: number }>();
  const isQueued = queuedChange?.line === line;
  const [quantity, showQuantity] = useOptimistic(isQueued ? queuedChange.quantity : line.quantity);
  const [refusal, setRefusal] = useState('');

  function change(newQuantity: number): void {
    // The optimistic quantity is shown until the last of several requests has a response.
    startTransition(async () => {
      showQuantity(newQuantity);
      const response = await changeQuantity(line, newQuantity);
      setQueuedChange(response.isQueued && { line, quantity: newQuantity });
      setRefusal(response.status === 'error' ? response.message : '');
      if (response.status === 'success') onDone?.(response.message);
    });
  }

  return { quantity, notice: isQueued ? QUEUED_MESSAGE : refusal, change };
}
