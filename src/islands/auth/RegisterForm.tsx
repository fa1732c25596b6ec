import { type SyntheticEvent, useEffect, useRef, useState } from 'react';
import { goOnAfterLogin, register } from '#islands/auth/login.client.ts';
import { keepTypedRegistration, typedRegistration } from '#islands/auth/typed-registration.client.ts';
import { useCode } from '#islands/auth/use-code.tsx';
import { TextField } from '#islands/ui/TextField.tsx';
import { toast } from '#islands/ui/toast.ts';
import { NAME_MAX_CHARACTERS, NAME_MIN_CHARACTERS } from '#lib/auth/identity.ts';
import { registerErrors } from '#lib/auth/register.schema.ts';
import { EMAIL_MAX_CHARACTERS } from '#lib/fields/email.ts';
import { MOBILE_DIGITS, typedMobile } from '#lib/fields/mobile.ts';

const FIELDS = ['name', 'email', 'mobile'] as const;
type Field = (typeof FIELDS)[number];

interface Props {
  next?: string | undefined;
  /** What stood in the form when it was posted without a script and refused, and what the server said of it. */
  typed?: Partial<Record<string, string>> | undefined;
  errors?: Partial<Record<string, string>> | undefined;
}

/** The registration (specification, sections 4 and 5): its button waits for the terms, and success opens the code's dialog. */
export function RegisterForm({ next, typed = {}, errors: said = {} }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const [values, setValues] = useState({
    name: typed.name ?? '',
    email: typed.email ?? '',
    mobile: typed.mobile ?? '',
  });
  const [isAgreed, setAgreed] = useState(typed.termsAndCondtion !== undefined);
  const [errors, setErrors] = useState(said);
  const [isSending, setSending] = useState(false);
  const [isLive, setLive] = useState(false);
  const [isShownAgain] = useState(() => Object.keys(typed).length > 0);
  const { begin, dialog } = useCode({ heading: 'Verify your email', onLoggedIn: goOnAfterLogin });
  useEffect(() => {
    setLive(true);
    const kept = typedRegistration();
    if (!kept || isShownAgain) return;
    const { isAgreed: wasAgreed, ...fields } = kept;
    // What was typed while this code was on its way is newer.
    setValues((now) => (Object.values(now).some(Boolean) ? now : fields));
    setAgreed((now) => now || wasAgreed);
  }, [isShownAgain]);
  useEffect(() => {
    if (isLive) keepTypedRegistration({ ...values, isAgreed });
  }, [isLive, values, isAgreed]);

  function show(found: Partial<Record<string, string>>): void {
    setErrors(found);
    const first = firstWrong(found);
    if (first) form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
  }

  async function send(event: SyntheticEvent): Promise<void> {
    event.preventDefault();
    if (isSending || !isAgreed) return;
    const input = { ...values, termsAndCondtion: isAgreed, next };
    const found = registerErrors(input);
    if (found) return show(found);
    setSending(true);
    const answer = await register(input);
    setSending(false);
    if (answer.status === 'success') return begin(values.email.trim().toLowerCase(), answer);
    if (answer.fields) show(answer.fields);
    toast(answer.message, 'failed');
  }

  const common = (field: Field, clean = (text: string) => text) => ({
    name: field,
    value: values[field],
    error: errors[field],
    autoFocus: field === firstWrong(said),
    onType(text: string) {
      setValues((before) => ({ ...before, [field]: clean(text) }));
      setErrors((before) => ({ ...before, [field]: undefined }));
    },
  });
  return (
    <>
      <form
        ref={form}
        className="id-form"
        method="post"
        action="/auth/customer/register"
        noValidate={isLive}
        onSubmit={send}
      >
        {next && <input type="hidden" name="next" value={next} />}
        <TextField
          {...common('name')}
          label="Name"
          autoComplete="name"
          minLength={NAME_MIN_CHARACTERS}
          maxLength={NAME_MAX_CHARACTERS}
        />
        <TextField
          {...common('email')}
          label="Email"
          type="email"
          autoComplete="email"
          maxLength={EMAIL_MAX_CHARACTERS}
        />
        <TextField
          {...common('mobile', typedMobile)}
          label="Mobile"
          prefix="+91"
          type="tel"
          inputMode="numeric"
          autoComplete="tel-national"
          pattern={`[0-9]{${MOBILE_DIGITS}}`}
          title={`${MOBILE_DIGITS} digits`}
        />
        <label className="id-check">
          <input
            type="checkbox"
            name="termsAndCondtion"
            value="true"
            required
            checked={isAgreed}
            onChange={(event) => setAgreed(event.target.checked)}
          />
          <span>
            I accept the {/* What is typed is kept by the script; without one the form stays in its own tab. */}
            <a className="text-link" href="/terms-conditions" target={isLive ? undefined : '_blank'}>
              terms and conditions
            </a>
          </span>
        </label>
        <button type="submit" className="button" disabled={isSending || (isLive && !isAgreed)}>
          {isSending ? 'Sending' : 'Register'}
        </button>
      </form>
      {dialog}
    </>
  );
}

function firstWrong(errors: Partial<Record<string, string>>): Field | undefined {
  return FIELDS.find((field) => errors[field]);
}
