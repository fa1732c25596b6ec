import { useState } from 'react';
import { SelectField, TextField } from '#islands/ui/forms/Field.tsx';
import { FilePicker } from '#islands/ui/forms/FilePicker.tsx';
import { replaceFiles } from '#islands/ui/forms/pick-files.ts';
import { SendBar } from '#islands/ui/forms/SendBar.tsx';
import { type RejectedForm, useForm } from '#islands/ui/forms/use-form.ts';
import { redirectWithMessage } from '#islands/ui/redirect-with-message.client.ts';
import { useUpload } from '#islands/visitor/use-upload.ts';
import { ticketSchema } from '#lib/customers/support/ticket.schema.ts';
import {
  MESSAGE_MAX_CHARACTERS,
  MESSAGE_MIN_CHARACTERS,
  PRIORITIES,
  PRIORITY_LABELS,
  SUBJECT_MAX_CHARACTERS,
  SUBJECT_MIN_CHARACTERS,
  TICKET_ERROR,
  TICKET_FAILED,
} from '#lib/customers/support/ticket.ts';
import { fieldErrors } from '#lib/primitives/field-errors.ts';

const ACTION = '/public/support-ticket/create';
const NEXT_PATH = '/account/support-ticket?created=1';

export function TicketForm({ oldInput = {}, errors }: RejectedForm) {
  const [files, setFiles] = useState<File[]>([]);
  const upload = useUpload();
  const { subject = '', priority = '', message = '' } = oldInput;
  const form = useForm({
    initial: { subject, priority, message },
    initialErrors: errors,
    check: (values) => fieldErrors(ticketSchema, values),
    async send(_values, element) {
      const formData = replaceFiles(new FormData(element), files);
      const response = await upload.send<string | null>(ACTION, formData);
      return response && { ...response, message: response.data || response.message || TICKET_FAILED };
    },
    failureMessage: TICKET_ERROR,
    onDone: (response) => redirectWithMessage(NEXT_PATH, response.message),
  });
  return (
    <form {...form.props} action={ACTION} encType="multipart/form-data" className="grid max-w-2xl gap-4">
      <TextField
        {...form.field('subject')}
        label="Subject"
        required
        minLength={SUBJECT_MIN_CHARACTERS}
        maxLength={SUBJECT_MAX_CHARACTERS}
      />
      <SelectField {...form.field('priority')} label="Priority" required>
        <option value="">Choose</option>
        {PRIORITIES.map((priority) => (
          <option key={priority} value={priority}>
            {PRIORITY_LABELS[priority]}
          </option>
        ))}
      </SelectField>
      <TextField
        {...form.field('message')}
        label="Message"
        required
        rows={6}
        minLength={MESSAGE_MIN_CHARACTERS}
        maxLength={MESSAGE_MAX_CHARACTERS}
      />
      <FilePicker error={errors?.gallery} files={files} onChange={setFiles} isDisabled={form.isSending} />
      <SendBar label="Submit ticket" upload={upload} failureMessage={form.failureMessage} />
    </form>
  );
}
