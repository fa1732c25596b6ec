import { CUSTOM_REASON_MAX_CHARACTERS, EXCHANGE_REASONS } from '#lib/exchanges/exchange.ts';

interface Props {
  /** What they held when the form was refused without a script. */
  typed?: Partial<Record<string, string>> | undefined;
  errors: Partial<Record<string, string>>;
  /** Something was said to a question that was missing. */
  onAnswer: (field: 'reasons' | 'customReason' | 'hasOriginalPackaging') => void;
}

/** Why: any of the reasons, or one's own words (specification, section 3). */
export function ExchangeReasons({ typed, errors, onAnswer }: Props) {
  return (
    <fieldset>
      <legend className="mb-2 font-semibold">What is the reason?</legend>
      {/* Several that were ticked come back as one text, a list in JSON; no reason is part of another. */}
      {EXCHANGE_REASONS.map((reason, index) => (
        <label key={reason} className="flex min-h-11 items-center gap-3">
          <input
            type="checkbox"
            name="reasons"
            value={reason}
            defaultChecked={typed?.reasons?.includes(reason)}
            onChange={() => onAnswer('reasons')}
            {...focus(index === 0 && !errors.lines && !errors.instead && errors.reasons)}
            className="size-5 accent-indigo"
          />
          {reason}
        </label>
      ))}
      <label className="mt-2 block">
        <span className="mb-1.5 block">Another reason</span>
        <textarea
          className="field"
          name="customReason"
          defaultValue={typed?.customReason}
          onChange={() => {
            onAnswer('reasons');
            onAnswer('customReason');
          }}
          rows={3}
          maxLength={CUSTOM_REASON_MAX_CHARACTERS}
        />
      </label>
      <FieldError text={errors.reasons ?? errors.customReason} />
    </fieldset>
  );
}

const PACKAGING = [
  ['true', 'Yes'],
  ['false', 'No'],
] as const;

/** Its answer is required, either way. */
export function ExchangePackaging({ typed, errors, onAnswer }: Props) {
  return (
    <fieldset>
      <legend className="mb-2 font-semibold">Do you have the original packaging?</legend>
      <div className="flex gap-6">
        {PACKAGING.map(([value, label], index) => (
          <label key={value} className="flex min-h-11 items-center gap-3">
            <input
              type="radio"
              name="hasOriginalPackaging"
              value={value}
              required
              defaultChecked={typed?.hasOriginalPackaging === value}
              onChange={() => onAnswer('hasOriginalPackaging')}
              {...focus(index === 0 && isAlone(errors) && errors.hasOriginalPackaging)}
              className="size-5 accent-indigo"
            />
            {label}
          </label>
        ))}
      </div>
      <FieldError text={errors.hasOriginalPackaging} />
    </fieldset>
  );
}

function isAlone({ lines, instead, reasons }: Props['errors']): boolean {
  return !lines && !instead && !reasons;
}

/** The page of a form that was refused without a script opens on the first wrong field. */
export function focus(wrong: string | false | undefined): { autoFocus?: boolean } {
  return wrong ? { autoFocus: true } : {};
}

export function FieldError({ text }: { text: string | undefined }) {
  return text ? (
    <p className="mt-1.5 text-madder" role="alert">
      {text}
    </p>
  ) : null;
}
