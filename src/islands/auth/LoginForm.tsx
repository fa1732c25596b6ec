import { type SyntheticEvent, useEffect, useState } from 'react';
import { askForCode, goOnAfterLogin } from '#islands/auth/login.client.ts';
import { type OnLoggedIn, useCode } from '#islands/auth/use-code.tsx';
import { TextField } from '#islands/ui/TextField.tsx';
import { toast } from '#islands/ui/toast.ts';
import { LOGIN_EMAIL_BAD } from '#lib/auth/identity.ts';
import { EMAIL_MAX_CHARACTERS, isEmail } from '#lib/fields/email.ts';

interface Props {
  next?: string | undefined;
  /** What stood in the form when it was posted without a script and refused, and what the server said of it. */
  typed?: string | undefined;
  error?: string | undefined;
  /** Instead of going to another page. */
  onLoggedIn?: OnLoggedIn;
  /** Opens the code's dialog at once when this tab has asked for one: for a login over another page. */
  recalls?: boolean;
}

/** Asks for the e-mail, then for the code (specification, section 4, "Login"). Without a script it is a plain form. */
export function LoginForm({ next, typed = '', error: said = '', onLoggedIn = goOnAfterLogin, recalls }: Props) {
  const [email, setEmail] = useState(typed);
  const [error, setError] = useState(said);
  const [isSending, setSending] = useState(false);
  const [isLive, setLive] = useState(false);
  const { begin, dialog } = useCode({ heading: 'Enter the code', onLoggedIn, recalls: recalls === true });
  useEffect(() => setLive(true), []);

  async function send(event: SyntheticEvent): Promise<void> {
    event.preventDefault();
    if (isSending) return;
    const address = email.trim();
    if (!isEmail(address)) return setError(LOGIN_EMAIL_BAD);
    setSending(true);
    const answer = await askForCode(address, next);
    setSending(false);
    if (answer.status === 'success') return begin(address.toLowerCase(), answer);
    if (answer.fields?.email) setError(answer.fields.email);
    toast(answer.message, 'failed');
  }

  return (
    <>
      <form className="id-form" method="post" action="/auth/customer/login" noValidate={isLive} onSubmit={send}>
        {next && <input type="hidden" name="next" value={next} />}
        <TextField
          data-takes-focus
          label="Email"
          name="email"
          type="email"
          autoComplete="email"
          maxLength={EMAIL_MAX_CHARACTERS}
          value={email}
          error={error}
          autoFocus={said !== ''}
          onType={(text) => {
            setEmail(text);
            setError('');
          }}
        />
        <button type="submit" className="button" disabled={isSending}>
          {isSending ? 'Sending' : 'Send me a code'}
        </button>
      </form>
      {dialog}
    </>
  );
}
