import { type FormEvent, useRef, useState } from 'react';
import { setDeliveryPincode } from '#islands/cart/cart.client.ts';
import type { FormResult } from '#islands/cart/form-result.ts';
import { normalizeInput } from '#islands/ui/forms/normalize-input.ts';
import { PINCODE_INPUT } from '#islands/ui/forms/pincode-input.ts';
import { filterPincodeInput } from '#lib/primitives/pincode.ts';
import type { CartJson } from '#lib/sales/cart/cart-json.ts';

const NO_PINCODE_TEXT = 'Enter your pincode to see the delivery charge and time.';

interface Props {
  cart: CartJson;
  formResult: FormResult;
}

interface PincodeResult {
  isRefused: boolean;
  message: string;
}

export function DeliveryPincode({ cart, formResult }: Props) {
  const field = useRef<HTMLInputElement>(null);
  const [result, setResult] = useState(() => initialResult(formResult));
  const deliveryText = cart.delivery_text ?? NO_PINCODE_TEXT;
  // The page already shows the message of a posted form above the cart.
  const isTextShownAbove = formResult.message?.endsWith(deliveryText) === true && !result;

  async function check(event: FormEvent): Promise<void> {
    event.preventDefault();
    const input = field.current;
    if (!input) return;
    input.value = filterPincodeInput(input.value);
    const { status, message } = await setDeliveryPincode(input.value);
    setResult(message ? { isRefused: status === 'error', message } : undefined);
    if (status === 'error') input.focus();
  }

  return (
    <form method="post" action="/public/cart/pincode" className="mt-4 border-t border-line pt-4" onSubmit={check}>
      <label htmlFor="pincode" className="mb-1 block">
        Delivery to pincode
      </label>
      <div className="field-row">
        <input
          ref={field}
          type="text"
          id="pincode"
          className="field min-w-0 tabular-nums"
          name="pincode"
          {...PINCODE_INPUT}
          onChange={({ target }) => normalizeInput(target, filterPincodeInput)}
          defaultValue={formResult.oldInput?.pincode ?? cart.pincode}
          aria-invalid={result?.isRefused ? 'true' : undefined}
          aria-describedby={isTextShownAbove ? undefined : 'pincode-answer'}
          // biome-ignore lint/a11y/noAutofocus: after a refused pincode, the visitor continues in this field.
          autoFocus={formResult.oldInput?.pincode !== undefined}
        />
        <button type="submit" className="button-quiet">
          Check
        </button>
      </div>
      {!isTextShownAbove && (
        <p id="pincode-answer" className={`mt-1 ${result?.isRefused ? 'text-madder' : 'text-xs text-soft'}`}>
          {result?.message ?? deliveryText}
        </p>
      )}
    </form>
  );
}

function initialResult({ oldInput, message }: FormResult): PincodeResult | undefined {
  return oldInput?.pincode !== undefined && message ? { isRefused: true, message } : undefined;
}
