import { type ReactNode, useId, useState } from 'react';

interface Props {
  name: string;
  label: string;
  /** What it held when the form was refused. */
  typed?: string | undefined;
  error: string | undefined;
  onType: () => void;
  autoFocus?: boolean;
  minLength?: number;
  maxLength: number;
  /** More than one makes it a text area. */
  rows?: number;
  /** Shows how many characters there are, beside how many there may be. */
  isCounted?: boolean;
}

/** A field that keeps its own text, so that what was typed before this code was there stays. */
export function TextField({
  name,
  label,
  typed,
  error,
  onType,
  rows = 1,
  isCounted = false,
  autoFocus,
  ...limits
}: Props) {
  const [length, setLength] = useState(0);
  const Tag = rows > 1 ? 'textarea' : 'input';
  return (
    <FieldFrame
      label={label}
      error={error}
      autoFocus={autoFocus}
      counter={isCounted ? `${length}/${limits.maxLength}` : undefined}
    >
      {(shared) => (
        <Tag
          {...shared}
          {...limits}
          {...(rows > 1 ? { rows } : { type: 'text' })}
          ref={(element: HTMLInputElement & HTMLTextAreaElement) => {
            if (element) setLength(element.value.length);
          }}
          name={name}
          defaultValue={typed}
          required
          onChange={(event) => {
            setLength(event.target.value.length);
            onType();
          }}
        />
      )}
    </FieldFrame>
  );
}

interface FrameProps {
  label: string;
  error: string | undefined;
  counter?: string | undefined;
  autoFocus?: boolean | undefined;
  children: (shared: object) => ReactNode;
}

/** Label, error and counter around a control. */
export function FieldFrame({ label, error, counter, autoFocus, children }: FrameProps) {
  const id = useId();
  const described = [error && `${id}-error`, counter && `${id}-counter`].filter(Boolean).join(' ');
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block font-semibold">
        {label}
      </label>
      {children({
        id,
        autoFocus,
        className: `field ${error ? 'border-madder' : ''}`,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': described || undefined,
      })}
      <div className="flex gap-3">
        <p id={`${id}-error`} className="mt-1.5 grow text-madder">
          {error}
        </p>
        {counter && (
          <p id={`${id}-counter`} className="mt-1.5 text-soft tabular-nums">
            {counter}
          </p>
        )}
      </div>
    </div>
  );
}
