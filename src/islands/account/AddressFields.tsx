import type { AddressFormState } from '#islands/account/use-address-form.ts';
import { SelectField, TextField } from '#islands/ui/forms/Field.tsx';
import { MobileField } from '#islands/ui/forms/MobileField.tsx';
import { PINCODE_INPUT } from '#islands/ui/forms/pincode-input.ts';
import { filterPincodeInput } from '#lib/primitives/pincode.ts';
import { STATES } from '#lib/primitives/states.ts';
import { ADDRESS_LENGTHS, ADDRESS_TYPES, type AddressType } from '#lib/sales/address/address.ts';

interface Props {
  form: AddressFormState;
}

export function AddressFields({ form }: Props) {
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <TextField
        {...form.field('name')}
        label="Full name"
        required
        minLength={2}
        maxLength={ADDRESS_LENGTHS.name}
        autoComplete="name"
      />
      <MobileField {...form.field('mobile')} />
      <TextField
        {...form.field('pincode')}
        {...PINCODE_INPUT}
        label="Pincode"
        hint={form.hint}
        rule={filterPincodeInput}
      />
      <TextField
        {...form.field('house')}
        label="House or flat"
        required
        maxLength={ADDRESS_LENGTHS.house}
        autoComplete="address-line1"
      />
      <TextField
        {...form.field('street')}
        label="Street or area"
        required
        minLength={2}
        maxLength={ADDRESS_LENGTHS.street}
        autoComplete="address-line2"
      />
      <TextField
        {...form.field('landmark')}
        label="Landmark (optional)"
        maxLength={ADDRESS_LENGTHS.landmark}
        autoComplete="address-line3"
      />
      {form.locationText === undefined ? (
        <CityFields form={form} />
      ) : (
        <LocationText text={form.locationText} onEdit={form.editLocation} />
      )}
      <TypeChoice chosenType={form.values.type} onChoose={(type) => form.change({ type })} />
    </div>
  );
}

/** Shows the city and the state as text, with a button that shows their input fields again. */
function LocationText({ text, onEdit }: { text: string; onEdit: () => void }) {
  return (
    <div className="sm:col-span-2">
      <p className="font-semibold">City and state</p>
      <p className="flex flex-wrap items-center gap-x-4">
        <span role="status">{text}</span>
        <button type="button" className="text-link min-h-11" onClick={onEdit}>
          Change city or state
        </button>
      </p>
    </div>
  );
}

function CityFields({ form }: Props) {
  return (
    <>
      <TextField
        {...form.field('city')}
        label="City or district"
        hint="Leave this empty to use the city of the pincode."
        maxLength={ADDRESS_LENGTHS.city}
        autoComplete="address-level2"
      />
      <SelectField {...form.field('state')} label="State" autoComplete="address-level1">
        <option value="">From the pincode</option>
        {STATES.map((state) => (
          <option key={state}>{state}</option>
        ))}
      </SelectField>
    </>
  );
}

function TypeChoice({ chosenType, onChoose }: { chosenType: AddressType; onChoose: (type: AddressType) => void }) {
  return (
    <fieldset className="sm:col-span-2">
      <legend className="font-semibold">Address type</legend>
      <div className="flex flex-wrap gap-x-8">
        {Object.entries(ADDRESS_TYPES).map(([type, label]) => (
          <label key={type} className="flex min-h-11 items-center gap-2.5">
            <input
              type="radio"
              name="type"
              value={type}
              checked={type === chosenType}
              className="size-5 accent-indigo"
              onChange={() => onChoose(type as AddressType)}
            />
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
