import { startTransition, useOptimistic, useState } from 'react';
import { changeQuantity } from '#islands/cart/cart.client.ts';
import type { CartLineJson } from '#lib/sales/cart/cart-json.ts';

const QUEUED_MESSAGE = 'This change waits for the network. The total does not include it yet.';

export function useLineQuantity(
  line: CartLineJson,
  onDone?: (message: string) => void,
): {
  quantity: number;
  refusal: string;
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
      const { status, message, isQueued: isWaiting } = await changeQuantity(line, newQuantity);
      setQueuedChange(isWaiting && { line, quantity: newQuantity });
      setRefusal(status === 'error' ? message : '');
      if (status === 'success') onDone?.(message);
    });
  }

  return { quantity, refusal: isQueued ? QUEUED_MESSAGE : refusal, change };
}
