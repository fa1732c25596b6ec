import { sendContact } from '#islands/contact/contact.client.ts';
import { TextField } from '#islands/ui/forms/Field.tsx';
import { MobileField } from '#islands/ui/forms/MobileField.tsx';
import { type RejectedForm, useForm } from '#islands/ui/forms/use-form.ts';
import { toast } from '#islands/ui/toast.ts';
import { contactSchema } from '#lib/customers/contact/contact.schema.ts';
import {
  CONTACT_DONE,
  CONTACT_FAILED,
  CONTENT_MAX_CHARACTERS,
  EMPTY_CONTACT,
  NAME_MAX_CHARACTERS,
  NAME_MIN_CHARACTERS,
} from '#lib/customers/contact/contact.ts';
import { EMAIL_MAX_CHARACTERS } from '#lib/primitives/email.ts';
import { fieldErrors } from '#lib/primitives/field-errors.ts';
import { filterNameInput } from '#lib/primitives/name.ts';

export function ContactForm({ oldInput, errors }: RejectedForm) {
  const form = useForm({
    initial: { ...EMPTY_CONTACT, ...oldInput },
    initialErrors: errors,
    check: (values) => fieldErrors(contactSchema, values),
    send: sendContact,
    failureMessage: CONTACT_FAILED,
    onDone() {
      form.set(EMPTY_CONTACT);
      toast(CONTACT_DONE);
    },
  });
  return (
    <form {...form.props} action="/public/contact/create" className="grid gap-5">
      <TextField
        {...form.field('name')}
        label="Name"
        rule={filterNameInput}
        required
        autoComplete="name"
        minLength={NAME_MIN_CHARACTERS}
        maxLength={NAME_MAX_CHARACTERS}
        pattern="[^0-9]*"
        title="Letters and spaces"
      />
      <MobileField {...form.field('mobile')} />
      <TextField
        {...form.field('email')}
        label="Email"
        required
        type="email"
        autoComplete="email"
        maxLength={EMAIL_MAX_CHARACTERS}
      />
      <TextField {...form.field('content')} label="Message" required rows={6} maxLength={CONTENT_MAX_CHARACTERS} />
      <button type="submit" className="button w-full sm:w-auto" disabled={form.isSending}>
        {form.isSending ? 'Sending' : 'Send message'}
      </button>
    </form>
  );
}
