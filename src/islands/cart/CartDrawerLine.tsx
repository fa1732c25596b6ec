import { useState } from 'react';
import { changeQuantity } from '#lib/cart/cart.client.ts';
import type { CartLineJson } from '#lib/cart/cart-json.ts';
import { sellableQuantity } from '#lib/catalog/choose-variant.ts';
import { pictureUrl } from '#lib/files/pictures.ts';

interface Props {
  line: CartLineJson;
  money: (rupees: number) => string;
  /** Never rejects: a line that can't be taken out stays. */
  onRemove: () => Promise<void>;
}

/** One line: a new amount is shown at once and taken back when the server says no. */
export function CartDrawerLine({ line, money, onRemove }: Props) {
  const [asked, setAsked] = useState<number>();
  const [refusal, setRefusal] = useState('');
  const [isGoing, setIsGoing] = useState(false);
  const amount = asked ?? line.quantity;
  const isMetre = line.product.sell_unit === 'metre';
  const name = [line.product.name, line.variant.variant].filter(Boolean).join(', ');

  async function set(next: number): Promise<void> {
    if (asked !== undefined) return;
    const quantity = sellableQuantity(next, line.range);
    setAsked(quantity);
    const answer = await changeQuantity(line._id, quantity);
    setRefusal(answer.status === 'error' ? answer.message : '');
    setAsked(undefined);
  }

  return (
    <li className="cart-drawer-line" aria-busy={isGoing || undefined}>
      <div className="cart-drawer-picture">
        {line.product.picture && (
          <img src={pictureUrl(line.product.picture, 160, 'webp')} alt="" width="64" height="80" loading="lazy" />
        )}
      </div>
      <div className="cart-drawer-words">
        <a href={line.product.href}>{line.product.name}</a>
        {line.variant.variant && <p>{line.variant.variant}</p>}
        {(refusal || line.warning) && (
          <p className={refusal || line.is_blocked ? 'cart-drawer-warning' : 'cart-drawer-change'} role="status">
            {refusal || line.warning}
          </p>
        )}
      </div>
      <p className="cart-drawer-price">{money(line.total)}</p>
      <div className="cart-drawer-amount">
        <Step
          sign="−"
          label={`Less of ${name}`}
          isOff={amount <= line.range.min}
          onStep={() => set(amount - line.range.step)}
        />
        <output>{isMetre ? `${amount} m` : amount}</output>
        <Step
          sign="+"
          label={`More of ${name}`}
          isOff={amount >= line.range.max}
          onStep={() => set(amount + line.range.step)}
        />
        <button
          type="button"
          className="text-link cart-drawer-remove"
          aria-label={`Remove ${name}`}
          disabled={isGoing}
          onClick={() => {
            setIsGoing(true);
            void onRemove().then(() => setIsGoing(false));
          }}
        >
          Remove
        </button>
      </div>
    </li>
  );
}

function Step({ sign, label, isOff, onStep }: { sign: string; label: string; isOff: boolean; onStep: () => void }) {
  return (
    <button type="button" className="cart-drawer-step" aria-label={label} disabled={isOff} onClick={onStep}>
      {sign}
    </button>
  );
}
