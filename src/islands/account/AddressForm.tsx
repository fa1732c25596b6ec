import { type SyntheticEvent, useEffect, useRef, useState } from 'react';
import { AddressFields } from '#islands/account/AddressFields.tsx';
import { saveAddress } from '#islands/account/address.client.ts';
import { useAddress } from '#islands/account/use-address.ts';
import { redirectWithMessage } from '#islands/ui/leave-flash-message.client.ts';
import { toast } from '#islands/ui/toast.ts';
import { addressErrors } from '#lib/address/address.schema.ts';
import { ADDRESS_FIELDS, type AddressErrors, type AddressField, type AddressInput } from '#lib/address/address.ts';

interface Props {
  /** The address that is changed; a new one has none. */
  id?: string;
  initial: AddressInput;
  /** What stood in the form when it was posted without a script and refused, and what the server said of it. */
  typed?: Partial<AddressInput>;
  errors?: AddressErrors;
  /** The page of the list. */
  back: string;
}

/** Adds or changes an address. Before its code is there, and without a script, it is a plain form. */
export function AddressForm({ id, initial, typed, errors: said, back }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const { values, errors, hint, change, setErrors } = useAddress({ ...initial, ...typed }, said);
  const [isSending, setSending] = useState(false);
  const [isLive, setLive] = useState(false);
  useEffect(() => setLive(true), []);

  function show(found: AddressErrors): void {
    setErrors(found);
    const first = firstWrong(found);
    if (first) form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
  }

  async function send(event: SyntheticEvent): Promise<void> {
    event.preventDefault();
    if (isSending) return;
    const found = addressErrors(values);
    if (found) return show(found);
    setSending(true);
    const answer = await saveAddress(id, values);
    if (answer.status === 'success') return redirectWithMessage(back, answer.message);
    setSending(false);
    if (answer.fields) show(answer.fields);
    toast(answer.message, 'failed');
  }

  return (
    <form
      ref={form}
      method="post"
      action={id === undefined ? '/public/address/create' : `/public/address/update/${id}`}
      noValidate={isLive}
      onSubmit={send}
      className="grid max-w-2xl gap-6"
    >
      <AddressFields values={values} errors={errors} hint={hint} opensOn={said && firstWrong(said)} onChange={change} />
      {!initial.isDefault && (
        <label className="flex min-h-11 items-center gap-2.5">
          <input
            type="checkbox"
            name="isDefault"
            checked={values.isDefault}
            className="size-5 accent-indigo"
            onChange={(event) => change({ isDefault: event.target.checked })}
          />
          Send parcels here unless I say otherwise
        </label>
      )}
      <div className="flex flex-wrap gap-3">
        <button type="submit" className="button grow sm:grow-0" disabled={isSending}>
          {isSending ? 'Saving' : 'Save address'}
        </button>
        <a href={back} className="button-quiet grow sm:grow-0">
          Cancel
        </a>
      </div>
    </form>
  );
}

function firstWrong(errors: AddressErrors): AddressField | undefined {
  return ADDRESS_FIELDS.find((field) => errors[field]);
}
