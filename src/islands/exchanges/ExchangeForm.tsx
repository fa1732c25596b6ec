import { type SyntheticEvent, useEffect, useRef, useState } from 'react';
import { ExchangePackaging, ExchangeReasons } from '#islands/exchanges/ExchangeFields.tsx';
import { ExchangeGoods } from '#islands/exchanges/ExchangeGoods.tsx';
import { FilePicker } from '#islands/ui/FilePicker.tsx';
import { redirectWithMessage } from '#islands/ui/leave-flash-message.client.ts';
import { formWith } from '#islands/ui/pick-files.ts';
import { SendBar } from '#islands/ui/SendBar.tsx';
import { toast } from '#islands/ui/toast.ts';
import { useUpload } from '#islands/ui/use-upload.ts';
import { exchangeErrors } from '#lib/exchanges/exchange.schema.ts';
import { EXCHANGE_DONE, EXCHANGE_FAILED, EXCHANGE_IMAGE_RULES, EXCHANGE_POLICY } from '#lib/exchanges/exchange.ts';
import type { ExchangeableLine } from '#lib/exchanges/exchange-lines.ts';

/** In the order in which they stand. */
const FIELDS = ['lines', 'instead', 'reasons', 'customReason', 'hasOriginalPackaging'];
/** Where the control is called otherwise than what is wrong with it. */
const CONTROLS: Record<string, string> = { lines: 'pieces' };

interface Props {
  orderId: string;
  /** The token of a guest's link, which proves the order in place of a login. */
  token?: string | undefined;
  /** What can be exchanged. */
  lines: readonly ExchangeableLine[];
  /** What it held when it was refused without a script, and what the server said of it. */
  typed?: Partial<Record<string, string>> | undefined;
  errors?: Partial<Record<string, string>> | undefined;
  onSending?: (isSending: boolean) => void;
  onDone?: () => void;
}

/** Which goods for which, why, with or without packaging, and pictures (specification, sections 2 to 5). Without a script it is a plain form. */
export function ExchangeForm({ orderId, token, lines, typed, errors: said = {}, onSending, onDone }: Props) {
  const query = token === undefined ? '' : `?token=${encodeURIComponent(token)}`;
  const action = `/public/orders/orderExchange/${orderId}${query}`;
  const afterwards = token === undefined ? `/account/orders/${orderId}` : `/orders/track/${token}`;
  const form = useRef<HTMLFormElement>(null);
  const [images, setImages] = useState<File[]>([]);
  const [errors, setErrors] = useState(said);
  const [failure, setFailure] = useState<string>();
  const [isLive, setLive] = useState(false);
  const { progress, send, cancel } = useUpload<unknown>();
  useEffect(() => setLive(true), []);
  const isSending = progress !== undefined;
  useEffect(() => onSending?.(isSending), [onSending, isSending]);

  async function submit(event: SyntheticEvent): Promise<void> {
    event.preventDefault();
    if (!form.current || isSending) return;
    const filled = formWith(new FormData(form.current), images, 'images');
    const reasons = filled.getAll('reasons').map(String);
    const [pieces, instead] = [filled.getAll('pieces'), filled.getAll('instead')];
    const found = exchangeErrors({ ...Object.fromEntries(filled), order: orderId, reasons, pieces, instead });
    setFailure(undefined);
    if (found) return show(found);
    setErrors({});
    filled.set('reasons', JSON.stringify(reasons));
    const answer = await send(action, filled);
    if (!answer) return;
    if (answer === 'brokeOff' || answer.status !== 'success') {
      const words = (answer !== 'brokeOff' && answer.message) || EXCHANGE_FAILED;
      if (answer !== 'brokeOff' && answer.fields) show(answer.fields);
      setFailure(words);
      return toast(words, 'failed');
    }
    form.current.reset();
    setImages([]);
    onDone?.();
    redirectWithMessage(afterwards, EXCHANGE_DONE);
  }

  function show(found: Partial<Record<string, string>>): void {
    setErrors(found);
    const first = FIELDS.find((field) => found[field]) ?? '';
    form.current?.querySelector<HTMLElement>(`[name="${CONTROLS[first] ?? first}"]`)?.focus();
  }

  const forget = (field: string) => setErrors((before) => ({ ...before, [field]: undefined }));

  return (
    <form
      ref={form}
      method="post"
      action={action}
      encType="multipart/form-data"
      noValidate={isLive}
      onSubmit={submit}
      className="grid max-w-2xl gap-6"
    >
      <input type="hidden" name="orderId" value={orderId} />
      {/* Everything is off while it is on its way, but for the way to stop it. */}
      <fieldset disabled={isSending} className="grid min-w-0 gap-6">
        <legend className="sr-only">Exchange request</legend>
        <ExchangeGoods lines={lines} typed={typed} errors={errors} onAnswer={forget} />
        <ExchangeReasons typed={typed} errors={errors} onAnswer={forget} />
        <ExchangePackaging typed={typed} errors={errors} onAnswer={forget} />
        <FilePicker
          label="Images"
          rules={EXCHANGE_IMAGE_RULES}
          said={said.images}
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
      </fieldset>
      <SendBar label="Submit request" progress={progress} failure={failure} onCancel={cancel} />
    </form>
  );
}
