import { type SyntheticEvent, useEffect, useRef, useState } from 'react';
import { FilePicker } from '#islands/ui/FilePicker.tsx';
import { redirectWithMessage } from '#islands/ui/leave-flash-message.client.ts';
import { formWith } from '#islands/ui/pick-files.ts';
import { SendBar } from '#islands/ui/SendBar.tsx';
import { FieldFrame, TextField } from '#islands/ui/TextArea.tsx';
import { toast } from '#islands/ui/toast.ts';
import { useUpload } from '#islands/ui/use-upload.ts';
import { type TicketErrors, ticketErrors } from '#lib/tickets/ticket.schema.ts';
import {
  MESSAGE_MAX_CHARACTERS,
  MESSAGE_MIN_CHARACTERS,
  PRIORITIES,
  PRIORITY_LABELS,
  SUBJECT_MAX_CHARACTERS,
  SUBJECT_MIN_CHARACTERS,
  TICKET_BROKE_OFF,
  TICKET_FAILED,
} from '#lib/tickets/ticket.ts';

const ACTION = '/public/support-ticket/create';
/** The page shown after a ticket is created. */
const AFTERWARDS = '/account/support-ticket?created=1';

interface Props {
  /** What it held when it was refused without a script, and what the server said of it. */
  typed?: Partial<Record<string, string>> | undefined;
  errors?: Partial<Record<string, string>> | undefined;
}

/** A new ticket with its files. Without a script it is a plain form with the browser's own checks. */
export function TicketForm({ typed, errors: said = {} }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const [files, setFiles] = useState<File[]>([]);
  const [errors, setErrors] = useState<TicketErrors>(said);
  const [failure, setFailure] = useState<string>();
  const [isLive, setLive] = useState(false);
  const { progress, send, cancel } = useUpload<string | null>();
  useEffect(() => setLive(true), []);
  const isSending = progress !== undefined;

  function show(found: TicketErrors): void {
    setErrors(found);
    const first = firstWrong(found);
    if (first) form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
  }

  async function submit(event: SyntheticEvent): Promise<void> {
    event.preventDefault();
    if (!form.current || isSending) return;
    const filled = formWith(new FormData(form.current), files);
    const found = ticketErrors(Object.fromEntries(filled));
    setFailure(undefined);
    if (found) return show(found);
    const answer = await send(ACTION, filled);
    if (!answer) return;
    if (answer === 'brokeOff') return fail(TICKET_BROKE_OFF);
    if (answer.status !== 'success') {
      if (answer.fields) show(answer.fields);
      return fail(answer.data || answer.message || TICKET_FAILED);
    }
    redirectWithMessage(AFTERWARDS, answer.data || answer.message);
  }

  function fail(words: string): void {
    setFailure(words);
    toast(words, 'failed');
  }

  const forget = (field: keyof TicketErrors) => () => setErrors((before) => ({ ...before, [field]: undefined }));
  return (
    <form
      ref={form}
      method="post"
      action={ACTION}
      encType="multipart/form-data"
      noValidate={isLive}
      onSubmit={submit}
      className="grid max-w-2xl gap-4"
    >
      <TextField
        name="subject"
        label="Subject"
        typed={typed?.subject}
        error={errors.subject}
        autoFocus={firstWrong(said) === 'subject'}
        onType={forget('subject')}
        minLength={SUBJECT_MIN_CHARACTERS}
        maxLength={SUBJECT_MAX_CHARACTERS}
      />
      <FieldFrame label="Priority" error={errors.priority} autoFocus={firstWrong(said) === 'priority'}>
        {(shared) => (
          <select
            {...shared}
            name="priority"
            required
            defaultValue={typed?.priority ?? ''}
            onChange={forget('priority')}
          >
            <option value="">Choose</option>
            {PRIORITIES.map((priority) => (
              <option key={priority} value={priority}>
                {PRIORITY_LABELS[priority]}
              </option>
            ))}
          </select>
        )}
      </FieldFrame>
      <TextField
        name="message"
        label="Message"
        typed={typed?.message}
        error={errors.message}
        autoFocus={firstWrong(said) === 'message'}
        onType={forget('message')}
        rows={6}
        minLength={MESSAGE_MIN_CHARACTERS}
        maxLength={MESSAGE_MAX_CHARACTERS}
      />
      <FilePicker said={said.gallery} files={files} onChange={setFiles} isDisabled={isSending} />
      <SendBar label="Submit ticket" progress={progress} failure={failure} onCancel={cancel} />
    </form>
  );
}

function firstWrong(found: TicketErrors): string | undefined {
  return (['subject', 'priority', 'message'] as const).find((field) => found[field]);
}
