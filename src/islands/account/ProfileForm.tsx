import { type SyntheticEvent, useEffect, useRef, useState } from 'react';
import { saveProfile } from '#islands/account/profile.client.ts';
import { LabelledInput, LabelledSelect } from '#islands/ui/LabelledField.tsx';
import { toast } from '#islands/ui/toast.ts';
import { profileErrors } from '#lib/account/profile.schema.ts';
import {
  GENDERS,
  PROFILE_MESSAGES as MESSAGES,
  PROFILE_FIELDS,
  PROFILE_NAME_MAX_CHARACTERS,
  PROFILE_NAME_MIN_CHARACTERS,
  type ProfileErrors,
  type ProfileInput,
  type ProfileJson,
} from '#lib/account/profile.ts';
import { MOBILE_DIGITS, typedMobile } from '#lib/fields/mobile.ts';

interface Props {
  profile: ProfileJson;
  range: { min: string; max: string };
  typed: Partial<ProfileInput>;
  errors: ProfileErrors;
  /** It was opened just now; a form that came with the page leaves the focus where it is. */
  takesFocus: boolean;
  onSaved: (profile: ProfileJson) => void;
  onCancel: () => void;
}

export function ProfileForm({ profile, range, typed, errors: said, takesFocus, onSaved, onCancel }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const [values, setValues] = useState<ProfileInput>(() => ({ ...inputOf(profile), ...typed }));
  const [errors, setErrors] = useState(said);
  const [isSending, setSending] = useState(false);
  const [isLive, setLive] = useState(false);
  useEffect(() => {
    setLive(true);
    if (takesFocus) form.current?.querySelector<HTMLElement>('[name="name"]')?.focus();
  }, [takesFocus]);

  function show(found: ProfileErrors): void {
    setErrors(found);
    const first = firstWrong(found);
    if (first) form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
  }

  async function send(event: SyntheticEvent): Promise<void> {
    event.preventDefault();
    if (isSending) return;
    const found = profileErrors(values, Date.now());
    // A half-typed date reads as empty, which would otherwise be saved as none.
    if (form.current && hasBadDate(form.current)) return show({ ...found, dob: MESSAGES.dobBad });
    if (found) return show(found);
    setSending(true);
    const answer = await saveProfile(values);
    setSending(false);
    if (answer.fields) show(answer.fields);
    toast(answer.message, answer.status === 'success' ? 'done' : 'failed');
    if (answer.status === 'success' && answer.data) onSaved(answer.data);
  }

  const field = <Name extends keyof ProfileInput>(name: Name, typed = (text: string) => text) => ({
    name,
    value: values[name],
    error: errors[name],
    autoFocus: name === firstWrong(said),
    onChange: (event: { target: { value: string } }) => {
      const value = typed(event.target.value);
      setValues((before) => ({ ...before, [name]: value }));
      setErrors((before) => ({ ...before, [name]: undefined }));
    },
  });
  return (
    <form
      ref={form}
      method="post"
      action="/public/profile"
      noValidate={isLive}
      onSubmit={send}
      className="grid max-w-md gap-5"
    >
      <LabelledInput
        {...field('name')}
        label="Name"
        required
        minLength={PROFILE_NAME_MIN_CHARACTERS}
        maxLength={PROFILE_NAME_MAX_CHARACTERS}
        pattern="[^0-9]*"
        title="Letters and spaces"
        autoComplete="name"
      />
      <LabelledInput
        label="Email"
        hint="Your e-mail can't be changed: it is how we know you."
        value={profile.email}
        readOnly
        disabled
      />
      <LabelledInput
        {...field('mobile', typedMobile)}
        label="Mobile"
        prefix="+91"
        required
        type="tel"
        inputMode="numeric"
        maxLength={MOBILE_DIGITS}
        pattern={`[0-9]{${MOBILE_DIGITS}}`}
        title={`${MOBILE_DIGITS} digits`}
        autoComplete="tel-national"
      />
      <LabelledSelect {...field('gender')} label="Gender">
        <option value="">Rather not say</option>
        {Object.entries(GENDERS).map(([gender, label]) => (
          <option key={gender} value={gender}>
            {label}
          </option>
        ))}
      </LabelledSelect>
      <LabelledInput
        {...field('dob')}
        label="Date of birth"
        type="date"
        min={range.min}
        max={range.max}
        autoComplete="bday"
      />
      <div className="flex flex-wrap gap-3">
        <button type="submit" className="button grow sm:grow-0" disabled={isSending}>
          {isSending ? 'Saving' : 'Save'}
        </button>
        <a
          href="/account/profile"
          className="button-quiet grow sm:grow-0"
          onClick={(event) => {
            event.preventDefault();
            onCancel();
          }}
        >
          Cancel
        </a>
      </div>
    </form>
  );
}

function inputOf({ name, mobile, gender, dob }: ProfileJson): ProfileInput {
  return { name, mobile, gender, dob };
}

function firstWrong(errors: ProfileErrors): keyof ProfileInput | undefined {
  return PROFILE_FIELDS.find((field) => errors[field]);
}

function hasBadDate(form: HTMLFormElement): boolean {
  return form.querySelector<HTMLInputElement>('[name="dob"]')?.validity.badInput ?? false;
}
