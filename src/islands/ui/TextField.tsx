import { type InputHTMLAttributes, useId } from 'react';

interface Props extends Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange'> {
  label: string;
  name: string;
  value: string;
  error: string | undefined;
  /** Said before the field, such as the country's number. */
  prefix?: string;
  onType: (text: string) => void;
}

/** A field with its label, and what is wrong with it beside it. */
export function TextField({ label, error, prefix, onType, ...rest }: Props) {
  const id = useId();
  const errorId = `${id}-error`;
  return (
    <div>
      <label htmlFor={id}>{label}</label>
      <div className={prefix ? 'id-prefixed' : undefined}>
        {prefix && <span>{prefix}</span>}
        <input
          {...rest}
          id={id}
          required
          className={`field ${error ? 'id-field-bad' : ''}`}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? errorId : undefined}
          onChange={(event) => onType(event.target.value)}
        />
      </div>
      {error && (
        <p id={errorId} className="id-error">
          {error}
        </p>
      )}
    </div>
  );
}
