import { type SyntheticEvent, useEffect, useRef, useState } from 'react';
import { ContactField } from '#islands/contact/ContactField.tsx';
import { sendContact } from '#islands/contact/contact.client.ts';
import { toast } from '#islands/ui/toast.ts';
import { contactErrors } from '#lib/contact/contact.schema.ts';
import {
  CONTACT_DONE,
  type ContactErrors,
  type ContactInput,
  type ContactField as Field,
  NAME_MAX_CHARACTERS,
  NAME_MIN_CHARACTERS,
} from '#lib/contact/contact.ts';
import { EMAIL_MAX_CHARACTERS } from '#lib/fields/email.ts';
import { MOBILE_DIGITS, typedMobile } from '#lib/fields/mobile.ts';
import { typedName } from '#lib/fields/name.ts';

const EMPTY: ContactInput = { name: '', mobile: '', email: '', content: '' };

interface Props {
  /** What stood in the form when it was posted without a script and refused, and what the server said of it. */
  typed?: Partial<Record<string, string>> | undefined;
  errors?: Partial<Record<string, string>> | undefined;
}

/** Get In Touch. Before its code is there, and without a script, it is a plain form with the browser's own checks. */
export function ContactForm({ typed, errors: said = {} }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const [values, setValues] = useState({ ...EMPTY, ...typed });
  const [errors, setErrors] = useState<ContactErrors>(said);
  const [isSending, setSending] = useState(false);
  const [isLive, setLive] = useState(false);
  useEffect(() => setLive(true), []);

  function type(field: Field, text: string): void {
    setValues((before) => ({ ...before, [field]: text }));
    setErrors((before) => ({ ...before, [field]: undefined }));
  }

  function show(found: ContactErrors): void {
    setErrors(found);
    const first = firstWrong(found);
    if (first) form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
  }

  async function send(event: SyntheticEvent): Promise<void> {
    event.preventDefault();
    if (isSending) return;
    const found = contactErrors(values);
    if (found) return show(found);
    setSending(true);
    const answer = await sendContact(values);
    setSending(false);
    if (answer.fields) return show(answer.fields);
    if (answer.status === 'success') {
      setValues(EMPTY);
      toast(CONTACT_DONE);
    } else toast(answer.message, 'failed');
  }

  const common = (field: Field) => ({
    name: field,
    value: values[field],
    error: errors[field],
    autoFocus: field === firstWrong(said),
  });
  return (
    <form
      ref={form}
      method="post"
      action="/public/contact/create"
      noValidate={isLive}
      onSubmit={send}
      className="grid gap-5"
    >
      <ContactField
        {...common('name')}
        label="Name"
        autoComplete="name"
        minLength={NAME_MIN_CHARACTERS}
        maxLength={NAME_MAX_CHARACTERS}
        pattern="[^0-9]*"
        title="Letters and spaces"
        onType={(text) => type('name', typedName(text))}
      />
      <ContactField
        {...common('mobile')}
        label="Mobile"
        prefix="+91"
        inputMode="numeric"
        autoComplete="tel-national"
        pattern={`[0-9]{${MOBILE_DIGITS}}`}
        title={`${MOBILE_DIGITS} digits`}
        onType={(text) => type('mobile', typedMobile(text))}
      />
      <ContactField
        {...common('email')}
        label="Email"
        type="email"
        autoComplete="email"
        maxLength={EMAIL_MAX_CHARACTERS}
        onType={(text) => type('email', text)}
      />
      <ContactField {...common('content')} label="Message" rows={6} onType={(text) => type('content', text)} />
      <button type="submit" className="button w-full sm:w-auto" disabled={isSending}>
        {isSending ? 'Sending' : 'Send message'}
      </button>
    </form>
  );
}

function firstWrong(found: Partial<Record<string, string>>): string | undefined {
  return Object.keys(EMPTY).find((field) => found[field]);
}
