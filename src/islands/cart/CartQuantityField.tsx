import { useEffect, useRef, useState } from 'react';
import { QuantityAdvice } from '#islands/ui/forms/QuantityAdvice.tsx';
import { QuantityInput } from '#islands/ui/forms/QuantityInput.tsx';
import { useInputBeforeHydration } from '#islands/ui/forms/use-input-before-hydration.ts';
import { type QuantityRules, readQuantity, roundToAllowed } from '#lib/catalog/inventory/requested-quantity.ts';
import type { CartLineJson } from '#lib/sales/cart/cart-json.ts';

interface Props {
  line: CartLineJson;
  name: string;
  /** The quantity in the cart, in pieces or metres. */
  quantity: number;
  oldInput?: string | undefined;
  onChange: (quantity: number) => void;
}

export function CartQuantityField({ line, name, quantity, oldInput, onChange }: Props) {
  const id = `quantity-${line._id}`;
  const action = `/public/cart/update/${line._id}`;
  const rules = rulesOf(line);
  const { field, text, check, changeText, send, choose } = useQuantityInput({ rules, quantity, oldInput, onChange });
  return (
    <div>
      <form
        method="post"
        action={action}
        className="flex flex-wrap items-end gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        <input type="hidden" name="line" value={line._id} />
        <input type="hidden" name="seen_price" value={line.price} />
        <div>
          <QuantityLabel id={id} line={line} name={name} />
          <QuantityInput
            ref={field}
            id={id}
            className="field w-24 text-center tabular-nums"
            rules={rules}
            text={text}
            adviceId={`${id}-advice`}
            check={check}
            onChange={changeText}
          />
        </div>
        <UpdateButton name={name} />
      </form>
      <QuantityAdvice
        id={`${id}-advice`}
        check={check}
        isMetre={rules.isMetre}
        renderChoice={(nextQuantity, label) => (
          <form key={nextQuantity} method="post" action={action}>
            <button
              type="submit"
              name="quantity"
              value={nextQuantity}
              className="button-quiet"
              onClick={(event) => {
                event.preventDefault();
                choose(nextQuantity);
              }}
            >
              {label}
            </button>
          </form>
        )}
      />
    </div>
  );
}

function rulesOf({ range, product, variant }: CartLineJson): QuantityRules {
  const isMetre = product.sell_unit === 'metre';
  return { ...range, isMetre, piecesLeft: isMetre ? undefined : variant.quantity };
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

interface Options extends Pick<Props, 'quantity' | 'oldInput' | 'onChange'> {
  rules: QuantityRules;
}

/** Listens for the native `change` event, because React's `onChange` fires for every character. */
function useQuantityInput({ rules, quantity, oldInput, onChange }: Options) {
  const field = useRef<HTMLInputElement>(null);
  /** The typed text, or `undefined` if the field shows `initialText`. */
  const [typedText, setTypedText] = useState<string>();
  /** The last text that `send` handled: `change` and `blur` may both fire before the next render. */
  const handledText = useRef<string>(undefined);
  /** The submitted text, if it had to be rounded or was refused. */
  const [requestedText, setRequestedText] = useState(oldInput);
  // After a form was rejected without JavaScript, the field suggests the rounded quantity, and the advice explains why.
  const initialText =
    oldInput === undefined || requestedText !== oldInput ? String(quantity) : roundToAllowed(oldInput, rules).text;
  useInputBeforeHydration(field, initialText, changeText);

  function send(): void {
    if (typedText === undefined || typedText === handledText.current) return;
    handledText.current = typedText;
    const check = readQuantity(typedText, rules);
    setRequestedText(check.kind === 'exact' ? undefined : typedText);
    if (check.kind === 'refused') return;
    setTypedText(undefined);
    if (check.quantity !== quantity) onChange(check.quantity);
  }

  function changeText(newText: string): void {
    handledText.current = undefined;
    setTypedText(newText);
    setRequestedText(undefined);
  }

  function choose(nextQuantity: number): void {
    setRequestedText(undefined);
    setTypedText(undefined);
    if (nextQuantity !== quantity) onChange(nextQuantity);
    field.current?.focus();
  }

  useEffect(() => {
    const input = field.current;
    const controller = new AbortController();
    // A field that was edited before hydration fires only `blur`, because React has since set its value.
    for (const event of ['change', 'blur']) input?.addEventListener(event, send, controller);
    if (document.activeElement !== input) send();
    return () => controller.abort();
  });

  const check = requestedText === undefined ? undefined : readQuantity(requestedText, rules);
  return { field, text: typedText ?? initialText, check, changeText, send, choose };
}
