import { saveProfile } from '#islands/account/profile.client.ts';
import { SelectField, TextField } from '#islands/ui/forms/Field.tsx';
import { MobileField } from '#islands/ui/forms/MobileField.tsx';
import { useForm } from '#islands/ui/forms/use-form.ts';
import { toast } from '#islands/ui/toast.ts';
import { type FieldErrors, fieldErrors } from '#lib/primitives/field-errors.ts';
import { profileFormSchema } from '#lib/sales/account/profile.schema.ts';
import {
  GENDERS,
  PROFILE_MESSAGES as MESSAGES,
  PROFILE_NAME_MAX_CHARACTERS,
  PROFILE_NAME_MIN_CHARACTERS,
  PROFILE_NOT_SAVED,
  type ProfileInput,
  type ProfileJson,
} from '#lib/sales/account/profile.ts';

export interface ProfileFormProps {
  profile: ProfileJson;
  dobRange: { min: string; max: string };
  oldInput: Partial<ProfileInput>;
  errors: FieldErrors;
  takesFocus: boolean;
  onSaved: (profile: ProfileJson) => void;
  onCancel: () => void;
}

export function ProfileForm(props: ProfileFormProps) {
  const form = useProfileForm(props);
  const name = form.field('name');
  return (
    <form {...form.props} action="/public/profile" className="grid max-w-md gap-5">
      <TextField
        {...name}
        autoFocus={props.takesFocus || name.autoFocus}
        label="Name"
        required
        minLength={PROFILE_NAME_MIN_CHARACTERS}
        maxLength={PROFILE_NAME_MAX_CHARACTERS}
        title="Letters and spaces"
        autoComplete="name"
      />
      <TextField
        label="Email"
        hint="Your email can't be changed: it identifies your account."
        value={props.profile.email}
        readOnly
        disabled
      />
      <MobileField {...form.field('mobile')} />
      <SelectField {...form.field('gender')} label="Gender">
        <option value="">Rather not say</option>
        {Object.entries(GENDERS).map(([gender, label]) => (
          <option key={gender} value={gender}>
            {label}
          </option>
        ))}
      </SelectField>
      <TextField {...form.field('dob')} {...props.dobRange} label="Date of birth" type="date" autoComplete="bday" />
      <div className="flex flex-wrap gap-3">
        <button type="submit" className="button grow sm:grow-0" disabled={form.isSending}>
          {form.isSending ? 'Saving' : 'Save'}
        </button>
        <a
          href="/account/profile"
          className="button-quiet grow sm:grow-0"
          onClick={(event) => {
            event.preventDefault();
            props.onCancel();
          }}
        >
          Cancel
        </a>
      </div>
    </form>
  );
}

function useProfileForm({ profile, oldInput, errors, onSaved }: ProfileFormProps) {
  const { name, mobile, gender, dob } = profile;
  return useForm({
    initial: { name, mobile, gender, dob, ...oldInput },
    initialErrors: errors,
    check(values, form) {
      const inputErrors = fieldErrors(profileFormSchema(Date.now(), profile), values);
      // The value of a partly entered date is an empty string, which would be saved as no date of birth.
      const isDateInvalid = form.querySelector<HTMLInputElement>('[name="dob"]')?.validity.badInput;
      return isDateInvalid ? { ...inputErrors, dob: MESSAGES.invalidDob } : inputErrors;
    },
    send: saveProfile,
    failureMessage: PROFILE_NOT_SAVED,
    onDone({ message, data }) {
      toast(message);
      if (data) onSaved(data);
    },
  });
}
