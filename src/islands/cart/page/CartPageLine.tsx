import { type FormEvent, useState } from 'react';
import { CartQuantityField } from '#islands/cart/CartQuantityField.tsx';
import { $cart, cartMoneyFormatter, removeLine } from '#islands/cart/cart.client.ts';
import { useLineQuantity } from '#islands/cart/use-line-quantity.ts';
import { Icon } from '#islands/ui/Icon.tsx';
import { CLOSE } from '#islands/ui/icon-paths.ts';
import { Picture } from '#islands/ui/Picture.tsx';
import { toast } from '#islands/ui/toast.ts';
import { optionHeading } from '#lib/catalog/products/buyable-product.ts';
import type { CartJson, CartLineJson, RemovedLineJson } from '#lib/sales/cart/cart-json.ts';
import { NOT_IN_TOTAL } from '#lib/sales/cart/line-words.ts';

interface Props {
  line: CartLineJson;
  cart: CartJson;
  /** The value that was entered in the quantity field, if the shop rejected the form without JavaScript. */
  oldInput?: string | undefined;
  onRemoved: (line: RemovedLineJson) => void;
}

export function CartPageLine({ line, cart, oldInput, onRemoved }: Props) {
  const { quantity, notice, change } = useLineQuantity(line, toast);
  const { product } = line;
  const warning = notice || line.warning;
  const name = [product.name, ...line.variantDetails.map((detail) => detail.variant)].join(', ');
  return (
    <li className="grid grid-cols-[88px_minmax(0,1fr)] gap-x-4 border-t border-line py-5 md:grid-cols-[112px_minmax(0,1fr)] md:gap-x-6">
      {/* biome-ignore lint/a11y/useAnchorContent: the name beside it is the same link. */}
      <a
        href={product.href}
        tabIndex={-1}
        aria-hidden="true"
        className="relative block aspect-4/5 self-start overflow-hidden bg-cloth"
      >
        {product.image && <Picture picture={product.image} sizes="7rem" className="h-full w-full object-cover" />}
      </a>
      <div className="grid gap-2">
        <LineHead line={line} cart={cart} />
        {line.pre_order && <p className="text-xs font-semibold">{line.pre_order}</p>}
        {warning && (
          <p role="status" className={`text-xs font-semibold ${notice || line.is_blocked ? 'text-madder' : ''}`}>
            {warning}
          </p>
        )}
        <div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-2">
          <CartQuantityField line={line} name={name} quantity={quantity} oldInput={oldInput} onChange={change} />
          <RemoveButton line={line} name={name} onRemoved={onRemoved} />
        </div>
      </div>
    </li>
  );
}

function LineHead({ line, cart }: { line: CartLineJson; cart: CartJson }) {
  const { product } = line;
  const formatMoney = cartMoneyFormatter(cart);
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-4">
      <div className="min-w-0 flex-[1_1_8em]">
        <h2 className="font-sans font-medium">
          <a className="hover:underline" href={product.href}>
            {product.name}
          </a>
        </h2>
        <dl className="flex flex-wrap gap-x-3 text-xs text-soft">
          {line.variantDetails.map(({ label, variant }) => (
            <div key={label} className="flex gap-1">
              <dt>{optionHeading(label)}:</dt>
              <dd>{variant}</dd>
            </div>
          ))}
        </dl>
        <p className="text-xs text-soft tabular-nums">
          {formatMoney(line.price)} {product.sell_unit === 'metre' ? 'a metre' : 'each'}
        </p>
      </div>
      {line.is_blocked ? (
        <p className="text-xs text-soft">{NOT_IN_TOTAL}</p>
      ) : (
        <p className="font-semibold tabular-nums">{formatMoney(line.total)}</p>
      )}
    </div>
  );
}

function RemoveButton({ line, name, onRemoved }: Omit<Props, 'cart' | 'oldInput'> & { name: string }) {
  const [isRemoving, setIsRemoving] = useState(false);

  async function remove(event: FormEvent): Promise<void> {
    event.preventDefault();
    setIsRemoving(true);
    const { status, message, isQueued } = await removeLine(line);
    setIsRemoving(false);
    if (message) toast(message, status === 'success' ? 'done' : 'failed');
    const removedLine = $cart.get()?.removed;
    if (status === 'success' && !isQueued && removedLine) onRemoved(removedLine);
  }

  return (
    <form method="post" action={`/public/cart/delete/${line._id}`} onSubmit={remove}>
      <button
        type="submit"
        className="inline-flex min-h-11 items-center gap-1 text-soft hover:text-ink"
        aria-label={`Remove ${name}, ${line.quantity}${line.product.sell_unit === 'metre' ? ' m' : ''}`}
        aria-busy={isRemoving || undefined}
        disabled={isRemoving}
      >
        <Icon path={CLOSE} className="size-4" />
        Remove
      </button>
    </form>
  );
}
