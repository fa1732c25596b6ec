import { AddressFields } from '#islands/account/AddressFields.tsx';
import { type AddressFormProps, useAddressForm } from '#islands/account/use-address-form.ts';

export function AddressForm(props: AddressFormProps) {
  const { id, initialAddress, returnPath } = props;
  const form = useAddressForm(props);
  return (
    <form
      {...form.props}
      action={id === undefined ? '/public/address/create' : `/public/address/update/${id}`}
      className="grid max-w-2xl gap-6"
    >
      <AddressFields form={form} />
      {!initialAddress.isDefault && (
        <label className="flex min-h-11 items-center gap-2.5">
          <input
            type="checkbox"
            name="isDefault"
            checked={form.values.isDefault}
            className="size-5 shrink-0 accent-indigo"
            onChange={(event) => form.change({ isDefault: event.target.checked })}
          />
          Use this as my default address
        </label>
      )}
      <div className="flex flex-wrap gap-3">
        <button type="submit" className="button grow sm:grow-0" disabled={form.isSending}>
          {form.isSending ? 'Saving' : 'Save address'}
        </button>
        <a href={returnPath} className="button-quiet grow sm:grow-0">
          Cancel
        </a>
      </div>
    </form>
  );
}
