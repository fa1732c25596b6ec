import { type FormEvent, useRef, useState } from 'react';
import { applyCoupon, removeCoupon } from '#islands/cart/cart.client.ts';
import type { FormResult } from '#islands/cart/form-result.ts';
import { toast } from '#islands/ui/toast.ts';
import type { CartJson } from '#lib/sales/cart/cart-json.ts';
import { COUPON_MAX_CHARACTERS } from '#lib/sales/cart/coupons/coupon.ts';

interface Props {
  coupon: CartJson['coupon'];
  formResult: FormResult;
}

export function CartCoupon({ coupon, formResult }: Props) {
  return coupon ? <AppliedCoupon coupon={coupon} /> : <CouponForm formResult={formResult} />;
}

function AppliedCoupon({ coupon }: { coupon: NonNullable<CartJson['coupon']> }) {
  return (
    <form
      method="post"
      action="/public/cart/coupon/drop"
      className="mt-4 border-t border-line pt-4"
      onSubmit={(event) => {
        event.preventDefault();
        void removeCoupon().then(({ status, message }) => toast(message, status === 'success' ? 'done' : 'failed'));
      }}
    >
      <div className="flex items-center justify-between gap-4">
        <p>
          <span className="text-soft">Coupon</span> <strong>{coupon.code}</strong>
        </p>
        <button type="submit" className="text-link min-h-11" aria-label={`Remove coupon ${coupon.code}`}>
          Remove
        </button>
      </div>
      {coupon.refusal && (
        <p role="status" className="text-xs font-semibold text-madder">
          {coupon.refusal}
        </p>
      )}
      {coupon.note && (
        <p role="status" className="text-xs text-soft">
          {coupon.note}
        </p>
      )}
    </form>
  );
}

function CouponForm({ formResult }: Pick<Props, 'formResult'>) {
  const field = useRef<HTMLInputElement>(null);
  const [refusal, setRefusal] = useState(formResult.couponRefusal);

  async function apply(event: FormEvent): Promise<void> {
    event.preventDefault();
    const { status, message, fields } = await applyCoupon(field.current?.value ?? '');
    if (status === 'success') return toast(message);
    setRefusal(fields?.code ?? message);
    field.current?.focus();
  }

  return (
    <form method="post" action="/public/cart/coupon" className="mt-4 border-t border-line pt-4" onSubmit={apply}>
      <label htmlFor="coupon-code" className="mb-1 block">
        Coupon code
      </label>
      <div className="field-row">
        <input
          ref={field}
          type="text"
          id="coupon-code"
          className="field min-w-0 uppercase"
          name="code"
          required
          maxLength={COUPON_MAX_CHARACTERS}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck="false"
          defaultValue={formResult.oldInput?.code}
          aria-invalid={refusal ? 'true' : undefined}
          aria-describedby={refusal ? 'coupon-refusal' : undefined}
          // biome-ignore lint/a11y/noAutofocus: after a refused code, the visitor continues in this field.
          autoFocus={formResult.couponRefusal !== undefined}
        />
        <button type="submit" className="button-quiet">
          Apply
        </button>
      </div>
      {refusal && (
        <p id="coupon-refusal" className="mt-1.5 text-madder">
          {refusal}
        </p>
      )}
    </form>
  );
}
