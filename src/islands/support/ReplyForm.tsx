import { useState } from 'react';
import { TextField } from '#islands/ui/forms/Field.tsx';
import { FilePicker } from '#islands/ui/forms/FilePicker.tsx';
import { replaceFiles } from '#islands/ui/forms/pick-files.ts';
import { SendBar } from '#islands/ui/forms/SendBar.tsx';
import { type RejectedForm, useForm } from '#islands/ui/forms/use-form.ts';
import { redirectWithMessage } from '#islands/ui/redirect-with-message.client.ts';
import { toast } from '#islands/ui/toast.ts';
import { useUpload } from '#islands/visitor/use-upload.ts';
import { replyFormSchema } from '#lib/customers/support/ticket.schema.ts';
import { REPLY_DONE, REPLY_FAILED, REPLY_MAX_CHARACTERS } from '#lib/customers/support/ticket.ts';
import { fieldErrors } from '#lib/primitives/field-errors.ts';

interface Props extends RejectedForm {
  ticketId: string;
}

export function ReplyForm({ ticketId, oldInput, errors }: Props) {
  const action = `/public/support-ticket/send-message/${ticketId}`;
  const [files, setFiles] = useState<File[]>([]);
  const upload = useUpload();
  const form = useForm({
    initial: { message: oldInput?.message ?? '' },
    initialErrors: errors,
    check: (values) => fieldErrors(replyFormSchema, values),
    send: (_values, element) => upload.send(action, replaceFiles(new FormData(element), files)),
    failureMessage: REPLY_FAILED,
    // The server's message, which may name a rejected file, is shown below the form (product.md, "Support tickets").
    onFail: () => toast(REPLY_FAILED, 'failed'),
    onDone() {
      form.set({ message: '' });
      setFiles([]);
      redirectWithMessage(location.pathname, REPLY_DONE);
    },
  });
  return (
    <form {...form.props} action={action} encType="multipart/form-data" className="grid max-w-2xl gap-4">
      <TextField
        {...form.field('message')}
        label="Description"
        required
        rows={4}
        maxLength={REPLY_MAX_CHARACTERS}
        hasCounter
      />
      <FilePicker error={errors?.gallery} files={files} onChange={setFiles} isDisabled={form.isSending} />
      <SendBar label="Send reply" upload={upload} failureMessage={form.failureMessage} />
    </form>
  );
}
