import { useState } from 'react';
import { redirectAfterLogin, register } from '#islands/auth/login.client.ts';
import { useCodeDialog } from '#islands/auth/use-code-dialog.tsx';
import { useRegistrationDraft } from '#islands/auth/use-registration-draft.ts';
import { TextField } from '#islands/ui/forms/Field.tsx';
import { MobileField } from '#islands/ui/forms/MobileField.tsx';
import { type RejectedForm, useForm } from '#islands/ui/forms/use-form.ts';
import { NAME_MAX_CHARACTERS, NAME_MIN_CHARACTERS } from '#lib/customers/auth/identity.ts';
import { registerSchema } from '#lib/customers/auth/register.schema.ts';
import { EMAIL_MAX_CHARACTERS } from '#lib/primitives/email.ts';
import { fieldErrors } from '#lib/primitives/field-errors.ts';

interface Props extends RejectedForm {
  next?: string | undefined;
}

/** The registration form (product.md, "Registration"), which opens the code dialog after a successful request. */
export function RegisterForm({ next, oldInput = {}, errors }: Props) {
  const [hasOldInput] = useState(() => Object.keys(oldInput).length > 0);
  const { openDialog, dialog } = useCodeDialog({ heading: 'Verify your email', onLoggedIn: redirectAfterLogin });
  const form = useRegistrationForm({ next, oldInput, errors }, openDialog);
  const { termsAndCondtion: isAgreed } = form.values;
  useRegistrationDraft(form, hasOldInput);
  return (
    <>
      <form {...form.props} className="id-form" action="/auth/customer/register">
        {next && <input type="hidden" name="next" value={next} />}
        <TextField
          {...form.field('name')}
          label="Name"
          required
          autoComplete="name"
          minLength={NAME_MIN_CHARACTERS}
          maxLength={NAME_MAX_CHARACTERS}
        />
        <TextField
          {...form.field('email')}
          label="Email"
          required
          type="email"
          autoComplete="email"
          maxLength={EMAIL_MAX_CHARACTERS}
        />
        <MobileField {...form.field('mobile')} />
        <label className="id-check">
          <input
            type="checkbox"
            name="termsAndCondtion"
            value="true"
            required
            checked={isAgreed}
            onChange={(event) => form.change({ termsAndCondtion: event.target.checked })}
          />
          <span>
            I accept the {/* Without JavaScript, the entered values would be lost, so the terms open in another tab. */}
            <a className="text-link" href="/terms-conditions" target={form.isHydrated ? undefined : '_blank'}>
              terms and conditions
            </a>
          </span>
        </label>
        <button type="submit" className="button" disabled={form.isSending || (form.isHydrated && !isAgreed)}>
          {form.isSending ? 'Sending' : 'Register'}
        </button>
      </form>
      {dialog}
    </>
  );
}

function useRegistrationForm(
  { next, oldInput = {}, errors }: Props,
  openDialog: ReturnType<typeof useCodeDialog>['openDialog'],
) {
  const { name = '', email = '', mobile = '' } = oldInput;
  return useForm({
    initial: { name, email, mobile, termsAndCondtion: oldInput.termsAndCondtion !== undefined },
    initialErrors: errors,
    check: (values) => fieldErrors(registerSchema, values),
    send: (values) => register({ ...values, next }),
    onDone: (response, values) => openDialog(values.email.trim().toLowerCase(), response),
  });
}
