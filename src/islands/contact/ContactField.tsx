import { type HTMLInputTypeAttribute, useId } from 'react';
import { CONTENT_MAX_CHARACTERS, type ContactField as Field } from '#lib/contact/contact.ts';

interface Props {
  name: Field;
  label: string;
  value: string;
  error: string | undefined;
  onType: (text: string) => void;
  autoFocus?: boolean;
  /** Said before the field, such as the country's number. */
  prefix?: string;
  /** More than one makes it a text area. */
  rows?: number;
  type?: HTMLInputTypeAttribute;
  inputMode?: 'numeric';
  autoComplete?: string;
  pattern?: string;
  title?: string;
  minLength?: number;
  maxLength?: number;
}

export function ContactField({
  name,
  label,
  value,
  error,
  onType,
  prefix,
  rows = 1,
  type = 'text',
  autoFocus,
  ...rest
}: Props) {
  const id = useId();
  const errorId = `${id}-error`;
  const shared = {
    id,
    name,
    value,
    required: true,
    autoFocus,
    className: `field ${error ? 'border-madder' : ''}`,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': error ? errorId : undefined,
  };
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block font-semibold">
        {label}
      </label>
      {rows > 1 ? (
        <textarea
          {...shared}
          rows={rows}
          maxLength={CONTENT_MAX_CHARACTERS}
          onChange={(event) => onType(event.target.value)}
        />
      ) : (
        <div className="flex items-center gap-3">
          {prefix && <span className="text-soft">{prefix}</span>}
          <input {...shared} {...rest} type={type} onChange={(event) => onType(event.target.value)} />
        </div>
      )}
      {error && (
        <p id={errorId} className="mt-1.5 text-madder">
          {error}
        </p>
      )}
    </div>
  );
}
