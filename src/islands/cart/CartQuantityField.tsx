import { type ComponentProps, type RefObject, useEffect, useRef, useState } from 'react';
import { useEnteredBefore } from '#islands/ui/use-entered-before.ts';
import type { CartLineJson } from '#lib/cart/cart-json.ts';

interface Props {
  line: CartLineJson;
  name: string;
  /** Pieces or metres. */
  quantity: number;
  onChange: (quantity: number) => void;
}

export function CartQuantityField({ line, name, quantity, onChange }: Props) {
  const id = `quantity-${line._id}`;
  const field = useRef<HTMLInputElement>(null);
  const { text, setText, send } = useTypedQuantity(field, quantity, onChange);
  return (
    <form
      method="post"
      action={`/public/cart/update/${line._id}`}
      className="flex flex-wrap items-end gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <div>
        <QuantityLabel id={id} line={line} name={name} />
        <QuantityInput
          ref={field}
          id={id}
          {...line.range}
          value={text ?? quantity}
          onChange={(event) => setText(event.target.value)}
        />
      </div>
      <UpdateButton name={name} />
    </form>
  );
}

function QuantityLabel({ id, line, name }: Pick<Props, 'line' | 'name'> & { id: string }) {
  return (
    <label className="mb-1 block text-xs text-soft" htmlFor={id}>
      {line.product.sell_unit === 'metre' ? 'Metres' : 'Quantity'}
      <span className="sr-only"> of {name}</span>
    </label>
  );
}

function UpdateButton({ name }: Pick<Props, 'name'>) {
  return (
    <button
      type="submit"
      className="button-quiet [@media(scripting:enabled)]:sr-only"
      aria-label={`Update the quantity of ${name}`}
    >
      Update
    </button>
  );
}

function QuantityInput(props: ComponentProps<'input'>) {
  return (
    <input
      className="field w-24 text-center tabular-nums"
      type="number"
      name="quantity"
      inputMode="decimal"
      required
      autoComplete="off"
      {...props}
    />
  );
}

/** React's onChange fires at every letter; the browser's own `change` fires when the typing is done. */
function useTypedQuantity(
  field: RefObject<HTMLInputElement | null>,
  quantity: number,
  onChange: (quantity: number) => void,
) {
  const [text, setText] = useState<string>();
  useEnteredBefore(field, String(quantity), setText);

  function send(): void {
    const input = field.current;
    if (!input || text === undefined || !input.reportValidity()) return;
    setText(undefined);
    if (input.valueAsNumber !== quantity) onChange(input.valueAsNumber);
  }

  useEffect(() => {
    const input = field.current;
    input?.addEventListener('change', send);
    // Changed before React was there.
    if (document.activeElement !== input) send();
    return () => input?.removeEventListener('change', send);
  });

  return { text, setText, send };
}
