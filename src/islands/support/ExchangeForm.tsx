import { type SyntheticEvent, useEffect, useRef, useState } from 'react';
import { FilePicker } from '#islands/support/FilePicker.tsx';
import { useUpload } from '#islands/support/use-upload.ts';
import { toast } from '#islands/ui/toast.ts';
import { goWithNotice } from '#lib/http/leave-notice.client.ts';
import { exchangeErrors } from '#lib/support/exchange.schema.ts';
import {
  CUSTOM_REASON_MAX_CHARACTERS,
  EXCHANGE_DONE,
  EXCHANGE_FAILED,
  EXCHANGE_IMAGE_RULES,
  EXCHANGE_POLICY,
  EXCHANGE_REASONS,
} from '#lib/support/exchange.ts';
import { formWith } from '#lib/support/pick-files.ts';

interface Props {
  orderId: string;
  /** What it held when it was refused without a script. */
  typed?: Partial<Record<string, string>> | undefined;
  onDone?: () => void;
}

const PACKAGING = [
  ['true', 'Yes'],
  ['false', 'No'],
] as const;

/** Why, with or without packaging, and pictures (specification, sections 2 to 5). Without a script it is a plain form. */
export function ExchangeForm({ orderId, typed, onDone }: Props) {
  const action = `/public/orders/orderExchange/${orderId}`;
  const form = useRef<HTMLFormElement>(null);
  const [images, setImages] = useState<File[]>([]);
  const [errors, setErrors] = useState<Partial<Record<string, string>>>({});
  const [isLive, setLive] = useState(false);
  const { progress, send } = useUpload<unknown>();
  useEffect(() => setLive(true), []);
  const isSending = progress !== undefined;

  async function submit(event: SyntheticEvent): Promise<void> {
    event.preventDefault();
    if (!form.current || isSending) return;
    const filled = formWith(new FormData(form.current), images, 'images');
    const reasons = filled.getAll('reasons').map(String);
    const found = exchangeErrors({ ...Object.fromEntries(filled), order: orderId, reasons });
    setErrors(found ?? {});
    if (found) {
      form.current.querySelector<HTMLElement>(`[name="${Object.keys(found)[0]}"]`)?.focus();
      return toast(Object.values(found)[0] ?? EXCHANGE_FAILED, 'failed');
    }
    filled.set('reasons', JSON.stringify(reasons));
    const answer = await send(action, filled);
    if (answer === 'brokeOff') return toast(EXCHANGE_FAILED, 'failed');
    if (!answer) return;
    if (answer.status !== 'success') return toast(answer.message || EXCHANGE_FAILED, 'failed');
    form.current.reset();
    setImages([]);
    onDone?.();
    goWithNotice(`/account/orders/${orderId}`, EXCHANGE_DONE);
  }

  return (
    <form
      ref={form}
      method="post"
      action={action}
      encType="multipart/form-data"
      noValidate={isLive}
      onSubmit={submit}
      className="max-w-2xl"
    >
      <input type="hidden" name="orderId" value={orderId} />
      {/* Everything is off while it is on its way. */}
      <fieldset disabled={isSending} className="grid gap-6">
        <legend className="sr-only">Exchange request</legend>
        <fieldset>
          <legend className="mb-2 font-semibold">What is the reason?</legend>
          {/* Several that were ticked come back as one text, a list in JSON; no reason is part of another. */}
          {EXCHANGE_REASONS.map((reason) => (
            <label key={reason} className="flex min-h-11 items-center gap-3">
              <input
                type="checkbox"
                name="reasons"
                value={reason}
                defaultChecked={typed?.reasons?.includes(reason)}
                className="size-5 accent-indigo"
              />
              {reason}
            </label>
          ))}
          <label className="mt-2 block">
            <span className="mb-1.5 block">Another reason</span>
            <textarea
              className="field"
              name="customReason"
              defaultValue={typed?.customReason}
              rows={3}
              maxLength={CUSTOM_REASON_MAX_CHARACTERS}
            />
          </label>
          <FieldError text={errors.reasons ?? errors.customReason} />
        </fieldset>
        <fieldset>
          <legend className="mb-2 font-semibold">Do you have the original packaging?</legend>
          <div className="flex gap-6">
            {PACKAGING.map(([value, label]) => (
              <label key={value} className="flex min-h-11 items-center gap-3">
                <input
                  type="radio"
                  name="hasOriginalPackaging"
                  value={value}
                  required
                  defaultChecked={typed?.hasOriginalPackaging === value}
                  className="size-5 accent-indigo"
                />
                {label}
              </label>
            ))}
          </div>
          <FieldError text={errors.hasOriginalPackaging} />
        </fieldset>
        <FilePicker
          rules={EXCHANGE_IMAGE_RULES}
          help="Pictures of what is wrong: up to 5 of 5 MB each."
          files={images}
          onChange={setImages}
          isDisabled={isSending}
        />
        <ul className="list-disc pl-5 text-soft">
          {EXCHANGE_POLICY.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
        <button type="submit" className="button">
          {isSending ? 'Submitting...' : 'Submit request'}
        </button>
      </fieldset>
    </form>
  );
}

function FieldError({ text }: { text: string | undefined }) {
  return text ? (
    <p className="mt-1.5 text-madder" role="alert">
      {text}
    </p>
  ) : null;
}
