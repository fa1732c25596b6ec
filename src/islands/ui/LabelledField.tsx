import { type ComponentProps, type ReactNode, useId } from 'react';

interface Around {
  label: string;
  error?: string | undefined;
  /** Said below the field. */
  hint?: string | undefined;
}

interface InputProps extends Around, Omit<ComponentProps<'input'>, 'prefix'> {
  /** Said before the field, such as the country's number. */
  prefix?: string;
}

/** A text field of a personal page with its label, its hint, and what is wrong with it. */
export function LabelledInput({ label, error, hint, prefix, ...rest }: InputProps) {
  const id = useId();
  return (
    <Labelled id={id} label={label} error={error} hint={hint}>
      <div className="flex items-center gap-3">
        {prefix && <span className="text-soft">{prefix}</span>}
        <input {...rest} {...attributes(id, error, hint)} />
      </div>
    </Labelled>
  );
}

export function LabelledSelect({ label, error, hint, ...rest }: Around & ComponentProps<'select'>) {
  const id = useId();
  return (
    <Labelled id={id} label={label} error={error} hint={hint}>
      <select {...rest} {...attributes(id, error, hint)} />
    </Labelled>
  );
}

function attributes(id: string, error: string | undefined, hint: string | undefined) {
  return {
    id,
    className: `field ${error ? 'border-madder' : ''}`,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': error || hint ? `${id}-note` : undefined,
  };
}

function Labelled({ id, label, error, hint, children }: Around & { id: string; children: ReactNode }) {
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block font-semibold">
        {label}
      </label>
      {children}
      {(error || hint) && (
        <p id={`${id}-note`} className={`mt-1.5 ${error ? 'text-madder' : 'text-soft'}`}>
          {error || hint}
        </p>
      )}
    </div>
  );
}
