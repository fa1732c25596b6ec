import { type SyntheticEvent, useRef, useState } from 'react';
import type { ApiResponse } from '#islands/ui/api-response.ts';
import { useFields } from '#islands/ui/forms/use-fields.ts';
import { toast } from '#islands/ui/toast.ts';
import { useIsHydrated } from '#islands/ui/use-is-hydrated.ts';
import type { FieldErrors } from '#lib/primitives/field-errors.ts';

export type FormResponse = Pick<ApiResponse<unknown>, 'status' | 'message' | 'fields'>;

/** The old input of a form that was rejected without JavaScript, and its errors. */
export interface RejectedForm {
  oldInput?: Partial<Record<string, string>> | undefined;
  errors?: Partial<Record<string, string>> | undefined;
}

export interface FormOptions<Values extends object, Result extends FormResponse> {
  /** The initial values, in the order of the fields on the page. */
  initial: Values;
  initialErrors?: FieldErrors | undefined;
  check: (values: Values, form: HTMLFormElement) => FieldErrors | undefined;
  /** Resolves to `undefined` if sending was cancelled. */
  send: (values: Values, form: HTMLFormElement) => Promise<Result | undefined>;
  /** The message if `send` rejects. Without this option, `send` must not reject. */
  failureMessage?: string;
  onDone: (response: Result, values: Values) => void;
  /** Reads values whose controls have other names than in `initial`. */
  read?: (form: FormData) => Partial<Values>;
  /** Called after each change to a field, with the changed values. */
  onType?: (changed: Partial<Values>) => void;
  /** Whether the form stays busy after success, because another page is opened. */
  leavesPage?: boolean;
  /** Called instead of showing the message in a toast. */
  onFail?: (message: string) => void;
}

/** Manages the input of a form, its errors, and its submission (docs/decisions/0023). */
export function useForm<Values extends object, Result extends FormResponse>(options: FormOptions<Values, Result>) {
  const ref = useRef<HTMLFormElement>(null);
  const { showErrors, ...fields } = useFields(ref, options);
  const { isSending, failureMessage, submit } = useSubmission(options, showErrors);
  const isHydrated = useIsHydrated();

  async function onSubmit(event: SyntheticEvent): Promise<void> {
    event.preventDefault();
    if (ref.current && !isSending) await submit(fields.values, ref.current);
  }

  return {
    ...fields,
    isSending,
    isHydrated,
    failureMessage,
    props: { ref, method: 'post' as const, noValidate: isHydrated, onSubmit },
  };
}

function useSubmission<Values extends object, Result extends FormResponse>(
  options: FormOptions<Values, Result>,
  showErrors: (errors: FieldErrors) => void,
) {
  const [isSending, setSending] = useState(false);
  const [failureMessage, setFailure] = useState<string>();

  async function submit(values: Values, form: HTMLFormElement): Promise<void> {
    const errors = options.check(values, form);
    setFailure(undefined);
    showErrors(errors ?? {});
    if (errors) return;
    setSending(true);
    const response = await options
      .send(values, form)
      .catch(() => ({ status: 'error', message: options.failureMessage ?? '' }) as const);
    setSending(options.leavesPage === true && response?.status === 'success');
    if (response?.status === 'success') options.onDone(response, values);
    else if (response) fail(response);
  }

  function fail({ message, fields }: FormResponse): void {
    if (fields) showErrors(fields);
    setFailure(message);
    if (message) (options.onFail ?? toastFailure)(message);
  }

  return { isSending, failureMessage, submit };
}

function toastFailure(message: string): void {
  toast(message, 'failed');
}
