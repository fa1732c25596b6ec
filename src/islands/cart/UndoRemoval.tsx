import { type FormEvent, useEffect, useRef } from 'react';
import { addToCart } from '#islands/cart/cart.client.ts';
import { toast } from '#islands/ui/toast.ts';
import type { RemovedLineJson } from '#lib/sales/cart/cart-json.ts';

interface Props {
  removedLine: RemovedLineJson;
  /** The removed line that the page was rendered with. The button for this line is not focused. */
  initialRemoval: RemovedLineJson | undefined;
  onUndone: () => void;
}

export function UndoRemoval({ removedLine, initialRemoval, onUndone }: Props) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (removedLine !== initialRemoval) button.current?.focus();
  }, [removedLine, initialRemoval]);

  async function undo(event: FormEvent): Promise<void> {
    event.preventDefault();
    const { status, message } = await addToCart(removedLine, removedLine.name);
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
      <input type="hidden" name="product" value={removedLine.product} />
      <input type="hidden" name="variant" value={removedLine.variant} />
      <input type="hidden" name="quantity" value={removedLine.quantity} />
      <p>{removedLine.name} was removed.</p>
      <button ref={button} type="submit" className="text-link min-h-11 font-semibold">
        Undo<span className="sr-only">: put {removedLine.name} back</span>
      </button>
    </form>
  );
}
