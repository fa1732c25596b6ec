import { type SyntheticEvent, useEffect, useRef, useState } from 'react';
import { FilePicker } from '#islands/ui/FilePicker.tsx';
import { redirectWithMessage } from '#islands/ui/leave-flash-message.client.ts';
import { formWith } from '#islands/ui/pick-files.ts';
import { SendBar } from '#islands/ui/SendBar.tsx';
import { TextField } from '#islands/ui/TextArea.tsx';
import { toast } from '#islands/ui/toast.ts';
import { useUpload } from '#islands/ui/use-upload.ts';
import { replyError } from '#lib/tickets/ticket.schema.ts';
import { REPLY_DONE, REPLY_FAILED, REPLY_MAX_CHARACTERS } from '#lib/tickets/ticket.ts';

interface Props {
  ticketId: string;
  /** What it held when it was refused without a script, and what the server said of it. */
  typed?: Partial<Record<string, string>> | undefined;
  errors?: Partial<Record<string, string>> | undefined;
}

/** A reply with its files. Without a script it is a plain form with the browser's own checks. */
export function ReplyForm({ ticketId, typed, errors: said = {} }: Props) {
  const action = `/public/support-ticket/send-message/${ticketId}`;
  const form = useRef<HTMLFormElement>(null);
  const [files, setFiles] = useState<File[]>([]);
  const [error, setError] = useState(said.message);
  const [failure, setFailure] = useState<string>();
  const [isLive, setLive] = useState(false);
  const { progress, send, cancel } = useUpload<unknown>();
  useEffect(() => setLive(true), []);
  const isSending = progress !== undefined;

  async function submit(event: SyntheticEvent): Promise<void> {
    event.preventDefault();
    if (!form.current || isSending) return;
    const filled = formWith(new FormData(form.current), files);
    const found = replyError(String(filled.get('message') ?? ''));
    setError(found);
    setFailure(undefined);
    if (found) return form.current.querySelector('textarea')?.focus();
    const answer = await send(action, filled);
    if (!answer) return;
    if (answer === 'brokeOff' || answer.status !== 'success') {
      // A refused file is said by its name; everything else in the specification's words.
      setFailure(answer === 'brokeOff' ? REPLY_FAILED : answer.message || REPLY_FAILED);
      return toast(REPLY_FAILED, 'failed');
    }
    form.current.reset();
    setFiles([]);
    redirectWithMessage(location.pathname, REPLY_DONE);
  }

  return (
    <form
      ref={form}
      method="post"
      action={action}
      encType="multipart/form-data"
      noValidate={isLive}
      onSubmit={submit}
      className="grid max-w-2xl gap-4"
    >
      <TextField
        name="message"
        label="Description"
        typed={typed?.message}
        error={error}
        autoFocus={said.message !== undefined}
        onType={() => setError(undefined)}
        rows={4}
        maxLength={REPLY_MAX_CHARACTERS}
        isCounted
      />
      <FilePicker said={said.gallery} files={files} onChange={setFiles} isDisabled={isSending} />
      <SendBar label="Send reply" progress={progress} failure={failure} onCancel={cancel} />
    </form>
  );
}
