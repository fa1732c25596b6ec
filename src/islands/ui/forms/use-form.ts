import { type SyntheticEvent, useRef, useState } from 'react';
import type { ApiResponse } from '#islands/ui/api-response.ts';
import { useFields } from '#islands/ui/forms/use-fields.ts';
import { toast } from '#islands/ui/toast.ts';
import { useIsLive } from '#islands/ui/use-is-live.ts';
import type { FieldErrors } from '#lib/primitives/field-errors.ts';

export type FormResponse = Pick<ApiResponse<unknown>, 'status' | 'message' | 'fields'>;

/** The old input of a form that was refused without JavaScript, and its errors. */
export interface RefusedForm {
  typed?: Partial<Record<string, string>> | undefined;
  errors?: Partial<Record<string, string>> | undefined;
}

export interface FormOptions<Values extends object, Answer extends FormResponse> {
  /** In the order of the fields on the page. */
  initial: Values;
  refused?: FieldErrors | undefined;
  check: (values: Values, form: HTMLFormElement) => FieldErrors | undefined;
  /** `undefined` if it was cancelled. Must not reject. */
  send: (values: Values, form: HTMLFormElement) => Promise<Answer | undefined>;
  onDone: (response: Answer) => void;
  /** The content of the form, if a name in `initial` is not the name of its control. */
  read?: (form: FormData) => Partial<Values>;
  onType?: (changed: Partial<Values>) => void;
  /** If true, the form stays busy after success. */
  leavesPage?: boolean;
  /** Instead of a toast with the message. */
  onFail?: (message: string) => void;
}

/** The input of a form, its errors, and whether it is being sent (docs/decisions/0023). */
export function useForm<Values extends object, Answer extends FormResponse>(options: FormOptions<Values, Answer>) {
  const ref = useRef<HTMLFormElement>(null);
  const { show, ...fields } = useFields(ref, options);
  const { isSending, failure, submit } = useSubmission(options, show);
  const isLive = useIsLive();

  async function onSubmit(event: SyntheticEvent): Promise<void> {
    event.preventDefault();
    if (ref.current && !isSending) await submit(fields.values, ref.current);
  }

  return {
    ...fields,
    isSending,
    isLive,
    failure,
    props: { ref, method: 'post' as const, noValidate: isLive, onSubmit },
  };
}

function useSubmission<Values extends object, Answer extends FormResponse>(
  options: FormOptions<Values, Answer>,
  show: (errors: FieldErrors) => void,
) {
  const [isSending, setSending] = useState(false);
  const [failure, setFailure] = useState<string>();

  async function submit(values: Values, form: HTMLFormElement): Promise<void> {
    const errors = options.check(values, form);
    setFailure(undefined);
    show(errors ?? {});
    if (errors) return;
    setSending(true);
    const response = await options.send(values, form);
    setSending(options.leavesPage === true && response?.status === 'success');
    if (response?.status === 'success') options.onDone(response);
    else if (response) fail(response);
  }

  function fail({ message, fields }: Answer): void {
    if (fields) show(fields);
    setFailure(message);
    if (message) (options.onFail ?? toastFailure)(message);
  }

  return { isSending, failure, submit };
}

function toastFailure(message: string): void {
  toast(message, 'failed');
}
