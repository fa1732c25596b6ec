import { type ChangeEvent, type ComponentProps, type ReactNode, useId, useState } from 'react';
import { normalizeInput, type TextRule } from '#islands/ui/forms/normalize-input.ts';
import { useIsHydrated } from '#islands/ui/use-is-hydrated.ts';

interface FieldProps {
  label: string;
  error?: string | undefined;
  hint?: string | undefined;
  prefix?: string;
  counter?: string | undefined;
}

type TextProps = Omit<FieldProps, 'counter'> &
  Omit<ComponentProps<'input'>, 'prefix' | 'onChange'> & {
    onChange?: (text: string) => void;
    /** Normalizes the text after each key, paste or autofill. */
    rule?: TextRule;
    /** The number of rows. A field with more than one row is a text area. */
    rows?: number;
    hasCounter?: boolean;
  };

export function TextField({ label, error, hint, prefix, onChange, rule, rows = 1, hasCounter, ...rest }: TextProps) {
  const id = useId();
  const counter = hasCounter ? `${String(rest.value).length}/${rest.maxLength}` : undefined;
  const fieldProps = { label, error, hint, prefix, counter };
  const sharedProps = {
    ...describedBy(id, fieldProps),
    onChange({ target }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) {
      if (rule) normalizeInput(target, rule);
      onChange?.(target.value);
    },
  };
  return (
    <Field id={id} {...fieldProps}>
      {rows > 1 ? (
        <TextArea {...(rest as ComponentProps<'textarea'>)} {...sharedProps} rows={rows} />
      ) : (
        <input type="text" {...rest} {...sharedProps} />
      )}
    </Field>
  );
}

/** When React hydrates a text area, it resets the existing text, so the first render must contain that text. */
export function TextArea({ value, ...rest }: ComponentProps<'textarea'> & { id: string }) {
  const isHydrated = useIsHydrated();
  const [initialText] = useState(() => textBeforeHydration(rest.id));
  return <textarea {...rest} value={isHydrated ? value : (initialText ?? value)} />;
}

function textBeforeHydration(id: string): string | undefined {
  const field = globalThis.document?.getElementById(id);
  return (field as HTMLTextAreaElement | null | undefined)?.value;
}

type SelectProps = FieldProps &
  Omit<ComponentProps<'select'>, 'prefix' | 'onChange'> & { onChange: (text: string) => void };

export function SelectField({ label, error, hint, onChange, ...rest }: SelectProps) {
  const id = useId();
  return (
    <Field {...{ id, label, error, hint }}>
      <select {...rest} {...describedBy(id, { error, hint })} onChange={(event) => onChange(event.target.value)} />
    </Field>
  );
}

function describedBy(id: string, { error, hint, counter }: Partial<FieldProps>) {
  const noteIds = [(error || hint) && `${id}-note`, counter && `${id}-counter`].filter(Boolean).join(' ');
  return {
    id,
    className: `field ${error ? 'border-madder' : ''}`,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': noteIds || undefined,
  };
}

function Field({ id, label, prefix, children, ...notes }: FieldProps & { id: string; children: ReactNode }) {
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block font-semibold">
        {label}
      </label>
      {prefix ? (
        <div className="flex items-center gap-3">
          <span className="text-soft">{prefix}</span>
          {children}
        </div>
      ) : (
        children
      )}
      <Notes id={id} {...notes} />
    </div>
  );
}

function Notes({ id, error, hint, counter }: Partial<FieldProps> & { id: string }) {
  const note = error || hint;
  return (
    <div className="flex gap-3">
      {(note || counter) && (
        <p id={`${id}-note`} className={`mt-1.5 grow ${error ? 'text-madder' : 'text-soft'}`}>
          {note}
        </p>
      )}
      {counter && (
        <p id={`${id}-counter`} className="mt-1.5 text-soft tabular-nums">
          {counter}
        </p>
      )}
    </div>
  );
}
