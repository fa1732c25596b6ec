import { useState } from 'react';
import { goOnAfterLogin, register } from '#islands/auth/login.client.ts';
import { useCode } from '#islands/auth/use-code.tsx';
import { useTypedRegistration } from '#islands/auth/use-typed-registration.ts';
import { TextField } from '#islands/ui/forms/Field.tsx';
import { MobileField } from '#islands/ui/forms/MobileField.tsx';
import { type RefusedForm, useForm } from '#islands/ui/forms/use-form.ts';
import { NAME_MAX_CHARACTERS, NAME_MIN_CHARACTERS } from '#lib/customers/auth/identity.ts';
import { registerSchema } from '#lib/customers/auth/register.schema.ts';
import { EMAIL_MAX_CHARACTERS } from '#lib/primitives/email.ts';
import { fieldErrors } from '#lib/primitives/field-errors.ts';

interface Props extends RefusedForm {
  next?: string | undefined;
}

/** product.md, "Registration": the button waits for the terms, and the code's dialog follows. */
export function RegisterForm({ next, typed = {}, errors }: Props) {
  const [isShownAgain] = useState(() => Object.keys(typed).length > 0);
  const { begin, dialog } = useCode({ heading: 'Verify your email', onLoggedIn: goOnAfterLogin });
  const form = useRegistration({ next, typed, errors }, begin);
  const { termsAndCondtion: isAgreed } = form.values;
  useTypedRegistration(form, isShownAgain);
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
        <Terms
          isAgreed={isAgreed}
          isLive={form.isLive}
          onTick={(termsAndCondtion) => form.change({ termsAndCondtion })}
        />
        <button type="submit" className="button" disabled={form.isSending || (form.isLive && !isAgreed)}>
          {form.isSending ? 'Sending' : 'Register'}
        </button>
      </form>
      {dialog}
    </>
  );
}

function useRegistration({ next, typed = {}, errors }: Props, begin: ReturnType<typeof useCode>['begin']) {
  const { name = '', email = '', mobile = '' } = typed;
  const form = useForm({
    initial: { name, email, mobile, termsAndCondtion: typed.termsAndCondtion !== undefined },
    refused: errors,
    check: (values) => fieldErrors(registerSchema, values),
    send: (values) => register({ ...values, next }),
    onDone: (response) => begin(form.values.email.trim().toLowerCase(), response),
  });
  return form;
}

interface TermsProps {
  isAgreed: boolean;
  isLive: boolean;
  onTick: (isAgreed: boolean) => void;
}

function Terms({ isAgreed, isLive, onTick }: TermsProps) {
  return (
    <label className="id-check">
      <input
        type="checkbox"
        name="termsAndCondtion"
        value="true"
        required
        checked={isAgreed}
        onChange={(event) => onTick(event.target.checked)}
      />
      <span>
        I accept the {/* Without JavaScript the input would be lost, so the terms open in another tab. */}
        <a className="text-link" href="/terms-conditions" target={isLive ? undefined : '_blank'}>
          terms and conditions
        </a>
      </span>
    </label>
  );
}
