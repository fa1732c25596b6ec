import { redirectAfterLogin, requestCode } from '#islands/auth/login.client.ts';
import { type OnLoggedIn, useCodeDialog } from '#islands/auth/use-code-dialog.tsx';
import { TextField } from '#islands/ui/forms/Field.tsx';
import { useForm } from '#islands/ui/forms/use-form.ts';
import { loginSchema } from '#lib/customers/auth/login.schema.ts';
import { EMAIL_MAX_CHARACTERS } from '#lib/primitives/email.ts';
import { fieldErrors } from '#lib/primitives/field-errors.ts';

interface Props {
  next?: string | undefined;
  oldEmail?: string | undefined;
  error?: string | undefined;
  onLoggedIn?: OnLoggedIn;
  /** Whether to continue with a code that this tab has already requested. */
  resumesLogin?: boolean;
}

export function LoginForm({ next, oldEmail = '', error, onLoggedIn = redirectAfterLogin, resumesLogin }: Props) {
  const { openDialog, dialog } = useCodeDialog({
    heading: 'Enter the code',
    onLoggedIn,
    resumesLogin,
  });
  const form = useForm({
    initial: { email: oldEmail },
    initialErrors: { email: error },
    check: (values) => fieldErrors(loginSchema, values),
    send: ({ email }) => requestCode(email.trim(), next),
    onDone: (response, values) => openDialog(values.email.trim().toLowerCase(), response),
  });
  return (
    <>
      <form {...form.props} className="id-form" action="/auth/customer/login">
        {next && <input type="hidden" name="next" value={next} />}
        <TextField
          {...form.field('email')}
          data-takes-focus
          label="Email"
          required
          type="email"
          autoComplete="email"
          maxLength={EMAIL_MAX_CHARACTERS}
        />
        <button type="submit" className="button" disabled={form.isSending}>
          {form.isSending ? 'Sending' : 'Send me a code'}
        </button>
      </form>
      {dialog}
    </>
  );
}
