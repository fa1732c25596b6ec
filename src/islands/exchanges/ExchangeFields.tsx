import { useId } from 'react';
import type { ExchangeFormState } from '#islands/exchanges/use-exchange-form.ts';
import { TextArea } from '#islands/ui/forms/Field.tsx';
import { CUSTOM_REASON_MAX_CHARACTERS, EXCHANGE_REASONS } from '#lib/sales/exchanges/exchange.ts';

interface Props {
  form: ExchangeFormState;
}

export function ExchangeReasons({ form }: Props) {
  const { reasons, customReason } = form.values;
  const customReasonId = useId();

  function toggle(reason: (typeof EXCHANGE_REASONS)[number]): void {
    form.set(({ reasons: currentReasons }) => ({
      reasons: currentReasons.includes(reason)
        ? currentReasons.filter((other) => other !== reason)
        : [...currentReasons, reason],
    }));
  }

  return (
    <fieldset>
      <legend className="mb-2 font-semibold">What is the reason?</legend>
      {EXCHANGE_REASONS.map((reason, index) => (
        <label key={reason} className="flex min-h-11 items-center gap-3">
          <input
            type="checkbox"
            name="reasons"
            value={reason}
            checked={reasons.includes(reason)}
            onChange={() => toggle(reason)}
            {...(index === 0 && form.initialFocus === 'reasons' ? { autoFocus: true } : {})}
            className="size-5 shrink-0 accent-indigo"
          />
          {reason}
        </label>
      ))}
      <label className="mt-2 block" htmlFor={customReasonId}>
        <span className="mb-1.5 block">Another reason</span>
        <TextArea
          id={customReasonId}
          className="field"
          name="customReason"
          value={customReason}
          // `reasons` is included only to clear its error, because the free text counts as a reason.
          onChange={(event) => form.change({ reasons, customReason: event.target.value })}
          rows={3}
          maxLength={CUSTOM_REASON_MAX_CHARACTERS}
        />
      </label>
      <FieldError text={form.errors.reasons ?? form.errors.customReason} />
    </fieldset>
  );
}

const PACKAGING_CHOICES = [
  ['true', 'Yes'],
  ['false', 'No'],
] as const;

export function ExchangePackaging({ form }: Props) {
  return (
    <fieldset>
      <legend className="mb-2 font-semibold">Do you have the original packaging?</legend>
      <div className="flex gap-6">
        {PACKAGING_CHOICES.map(([value, label], index) => (
          <label key={value} className="flex min-h-11 items-center gap-3">
            <input
              type="radio"
              name="hasOriginalPackaging"
              value={value}
              required
              checked={form.values.hasOriginalPackaging === value}
              onChange={() => form.change({ hasOriginalPackaging: value })}
              {...(index === 0 && form.initialFocus === 'hasOriginalPackaging' ? { autoFocus: true } : {})}
              className="size-5 shrink-0 accent-indigo"
            />
            {label}
          </label>
        ))}
      </div>
      <FieldError text={form.errors.hasOriginalPackaging} />
    </fieldset>
  );
}

export function FieldError({ text }: { text: string | undefined }) {
  return text ? (
    <p className="mt-1.5 text-madder" role="alert">
      {text}
    </p>
  ) : null;
}
