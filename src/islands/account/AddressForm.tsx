import { AddressFields } from '#islands/account/AddressFields.tsx';
import { type AddressFormProps, useAddressForm } from '#islands/account/use-address-form.ts';
import { CheckboxField } from '#islands/ui/forms/Field.tsx';

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
        <CheckboxField
          name="isDefault"
          isChecked={form.values.isDefault}
          onToggle={(isDefault) => form.change({ isDefault })}
        >
          Use this as my default address
        </CheckboxField>
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
