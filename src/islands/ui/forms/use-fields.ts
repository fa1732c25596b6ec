import { type RefObject, useCallback, useEffect, useLayoutEffect, useState } from 'react';
import { inputBeforeHydration } from '#islands/ui/forms/input-before-hydration.ts';
import type { FieldErrors } from '#lib/primitives/field-errors.ts';

interface Options<Values> {
  initial: Values;
  initialErrors?: FieldErrors | undefined;
  read?: (formData: FormData) => Partial<Values>;
  onType?: (changedValues: Partial<Values>) => void;
}

export type TextFieldName<Values> = {
  [Name in keyof Values]: Values[Name] extends string ? Name : never;
}[keyof Values] &
  string;

type Change<Values> = Partial<Values> | ((current: Values) => Partial<Values>);

/** Holds a form's values and errors. An error is shown until its field is changed or the form is checked again. */
export function useFields<Values extends object>(
  form: RefObject<HTMLFormElement | null>,
  { initial, initialErrors = {}, read, onType }: Options<Values>,
) {
  const { values, errors, set, setErrors } = useValues(initial, initialErrors);
  const focusFirstError = useFocusOnFirstError(form);
  const initialFocus = Object.keys(initial).find((name) => initialErrors[name]);

  function change(changedValues: Partial<Values>): void {
    set(changedValues);
    onType?.(changedValues);
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, before a render could reset the controls.
  useLayoutEffect(() => {
    const changedValues = form.current ? inputBeforeHydration(form.current, initial, read) : {};
    if (Object.keys(changedValues).length > 0) change(changedValues as Partial<Values>);
  }, []);

  function showErrors(errors: FieldErrors): void {
    setErrors(errors);
    focusFirstError(errors);
  }

  const field = (name: TextFieldName<Values>) => ({
    name,
    value: values[name] as string,
    error: errors[name],
    autoFocus: name === initialFocus,
    onChange: (text: string) => change({ [name]: text } as Partial<Values>),
  });

  return { values, errors, initialFocus, set, change, showErrors, field };
}

function useValues<Values extends object>(initial: Values, initialErrors: FieldErrors) {
  const [{ values, errors }, setState] = useState({ values: initial, errors: initialErrors });

  const set = useCallback((change: Change<Values>) => {
    setState((state) => {
      const changedValues = typeof change === 'function' ? change(state.values) : change;
      const clearedErrors = Object.fromEntries(Object.keys(changedValues).map((name) => [name, undefined]));
      return { values: { ...state.values, ...changedValues }, errors: { ...state.errors, ...clearedErrors } };
    });
  }, []);

  const setErrors = (errors: FieldErrors) => setState((state) => ({ ...state, errors }));
  return { values, errors, set, setErrors };
}

/**
 * Returns a function that focuses the first field with an error after the next render: until then, the field may be
 * disabled.
 */
function useFocusOnFirstError(form: RefObject<HTMLFormElement | null>): (errors: FieldErrors) => void {
  const [errors, setErrors] = useState<FieldErrors>();
  useEffect(() => {
    if (errors) findFirstInvalid(form.current, errors)?.focus();
  }, [form, errors]);
  return setErrors;
}

/** Returns the first control with an error. `data-field` names the field if the control has another name. */
function findFirstInvalid(form: HTMLFormElement | null, errors: FieldErrors): HTMLElement | undefined {
  const controls = [...(form?.elements ?? [])].filter((control) => control instanceof HTMLElement);
  return controls.find((control) => errors[control.dataset.field ?? control.getAttribute('name') ?? '']);
}
