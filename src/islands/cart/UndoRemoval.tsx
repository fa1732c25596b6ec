import { type FormEvent, useEffect, useRef } from 'react';
import { addToCart } from '#islands/cart/cart.client.ts';
import { toast } from '#islands/ui/toast.ts';
import type { RemovedLineJson } from '#lib/sales/cart/cart-json.ts';

interface Props {
  removed: RemovedLineJson;
  /** The removal that the page was rendered with. The focus does not move to its button. */
  initialRemoval: RemovedLineJson | undefined;
  onUndone: () => void;
}

export function UndoRemoval({ removed, initialRemoval, onUndone }: Props) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (removed !== initialRemoval) button.current?.focus();
  }, [removed, initialRemoval]);

  async function undo(event: FormEvent): Promise<void> {
    event.preventDefault();
    const { status, message } = await addToCart(removed, removed.name);
    if (status === 'success') onUndone();
    if (message) toast(message, status === 'success' ? 'done' : 'failed');
  }

  return (
    <form
      method="post"
      action="/public/cart/create"
      className="mt-3 flex flex-wrap items-center justify-between gap-x-4 bg-cloth px-4 py-1"
      onSubmit={undo}
    >
      <input type="hidden" name="product" value={removed.product} />
      <input type="hidden" name="variant" value={removed.variant} />
      <input type="hidden" name="quantity" value={removed.quantity} />
      <p>{removed.name} was removed.</p>
      <button ref={button} type="submit" className="text-link min-h-11 font-semibold">
        Undo<span className="sr-only">: put {removed.name} back</span>
      </button>
    </form>
  );
}
