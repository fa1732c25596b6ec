import { LabelledInput, LabelledSelect } from '#islands/ui/LabelledField.tsx';
import {
  ADDRESS_LENGTHS,
  ADDRESS_TYPES,
  type AddressErrors,
  type AddressField,
  type AddressInput,
  type AddressType,
} from '#lib/address/address.ts';
import { MOBILE_DIGITS, typedMobile } from '#lib/fields/mobile.ts';
import { PINCODE_DIGITS, typedPincode } from '#lib/fields/pincode.ts';
import { STATES } from '#lib/fields/states.ts';

interface Props {
  values: AddressInput;
  errors: AddressErrors;
  /** What the pincode told. */
  hint: string | undefined;
  /** The field that the page opens on. */
  opensOn: AddressField | undefined;
  onChange: (changed: Partial<AddressInput>) => void;
}

/** The fields of an address, for the account and the checkout. Without a script the server fills city and state. */
export function AddressFields({ values, errors, hint, opensOn, onChange }: Props) {
  const line = (name: Exclude<AddressField, 'type' | 'isDefault'>) => ({
    name,
    value: values[name],
    error: errors[name],
    autoFocus: name === opensOn,
    onChange: (event: { target: { value: string } }) => onChange({ [name]: event.target.value }),
  });
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <LabelledInput
        {...line('name')}
        label="Full name"
        required
        minLength={2}
        maxLength={ADDRESS_LENGTHS.name}
        autoComplete="name"
      />
      <LabelledInput
        {...line('mobile')}
        label="Mobile"
        prefix="+91"
        required
        type="tel"
        inputMode="numeric"
        autoComplete="tel-national"
        pattern={`[0-9]{${MOBILE_DIGITS}}`}
        title={`${MOBILE_DIGITS} digits`}
        onChange={(event) => onChange({ mobile: typedMobile(event.target.value) })}
      />
      <LabelledInput
        {...line('pincode')}
        label="Pincode"
        hint={hint}
        required
        inputMode="numeric"
        autoComplete="postal-code"
        pattern={`[1-9][0-9]{${PINCODE_DIGITS - 1}}`}
        title={`${PINCODE_DIGITS} digits`}
        onChange={(event) => onChange({ pincode: typedPincode(event.target.value) })}
      />
      <LabelledInput
        {...line('house')}
        label="House or flat"
        required
        maxLength={ADDRESS_LENGTHS.house}
        autoComplete="address-line1"
      />
      <LabelledInput
        {...line('street')}
        label="Street and area"
        required
        minLength={2}
        maxLength={ADDRESS_LENGTHS.street}
        autoComplete="address-line2"
      />
      <LabelledInput
        {...line('landmark')}
        label="Landmark (optional)"
        maxLength={ADDRESS_LENGTHS.landmark}
        autoComplete="address-line3"
      />
      <LabelledInput
        {...line('city')}
        label="City or district"
        hint="Left empty, it comes from the pincode."
        maxLength={ADDRESS_LENGTHS.city}
        autoComplete="address-level2"
      />
      <LabelledSelect {...line('state')} label="State" autoComplete="address-level1">
        <option value="">From the pincode</option>
        {STATES.map((state) => (
          <option key={state}>{state}</option>
        ))}
      </LabelledSelect>
      <TypeChoice chosen={values.type} onChoose={(type) => onChange({ type })} />
    </div>
  );
}

function TypeChoice({ chosen, onChoose }: { chosen: AddressType; onChoose: (type: AddressType) => void }) {
  return (
    <fieldset className="sm:col-span-2">
      <legend className="font-semibold">This is</legend>
      <div className="flex flex-wrap gap-x-8">
        {Object.entries(ADDRESS_TYPES).map(([type, label]) => (
          <label key={type} className="flex min-h-11 items-center gap-2.5">
            <input
              type="radio"
              name="type"
              value={type}
              checked={type === chosen}
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
