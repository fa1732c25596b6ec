import { type FormEvent, useState } from 'react';
import { $cart, cartMoneyFormatter, removeLine } from '#islands/cart/cart.client.ts';
import { QuantityStepper } from '#islands/cart/QuantityStepper.tsx';
import { useLineQuantity } from '#islands/cart/use-line-quantity.ts';
import { toast } from '#islands/ui/toast.ts';
import { pictureUrl } from '#lib/platform/files/pictures/pictures.ts';
import type { CartJson, CartLineJson, RemovedLineJson } from '#lib/sales/cart/cart-json.ts';
import { NOT_IN_TOTAL } from '#lib/sales/cart/line-words.ts';

interface Props {
  line: CartLineJson;
  cart: CartJson;
  onRemoved: (line: RemovedLineJson) => void;
}

export function CartDrawerLine({ line, cart, onRemoved }: Props) {
  const { quantity, notice, change } = useLineQuantity(line);
  const [isRemoving, setIsRemoving] = useState(false);
  const { product, variant } = line;
  const name = [product.name, variant.variant].filter(Boolean).join(', ');

  async function remove(event: FormEvent): Promise<void> {
    event.preventDefault();
    setIsRemoving(true);
    const { status, message, isQueued } = await removeLine(line);
    setIsRemoving(false);
    const removedLine = $cart.get()?.removed;
    if (isQueued || status === 'error') toast(message, status === 'success' ? 'done' : 'failed');
    else if (removedLine) onRemoved(removedLine);
  }

  return (
    <li className="cart-drawer-line" aria-busy={isRemoving || undefined}>
      <div className="cart-drawer-picture">
        {product.picture && (
          <img src={pictureUrl(product.picture, 160, 'webp')} alt="" width="64" height="80" loading="lazy" />
        )}
      </div>
      <LineText line={line} notice={notice} />
      <p className="cart-drawer-price">{line.is_blocked ? NOT_IN_TOTAL : cartMoneyFormatter(cart)(line.total)}</p>
      <div className="cart-drawer-quantity">
        <QuantityStepper line={line} name={name} quantity={quantity} onStep={change} />
        <form method="post" action={`/public/cart/delete/${line._id}`} onSubmit={remove}>
          <button
            type="submit"
            className="text-link cart-drawer-remove"
            aria-label={`Remove ${name}`}
            disabled={isRemoving}
          >
            Remove
          </button>
        </form>
      </div>
    </li>
  );
}

function LineText({ line, notice }: { line: CartLineJson; notice: string }) {
  const warning = notice || line.warning;
  return (
    <div className="cart-drawer-text">
      <a href={line.product.href}>{line.product.name}</a>
      {line.variant.variant && <p>{line.variant.variant}</p>}
      <p className="cart-drawer-note">{line.pre_order}</p>
      <p
        role="status"
        hidden={!warning}
        className={notice || line.is_blocked ? 'cart-drawer-warning' : 'cart-drawer-note'}
      >
        {warning}
      </p>
    </div>
  );
}
