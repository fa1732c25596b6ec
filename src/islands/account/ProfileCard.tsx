import { type MouseEvent, useState } from 'react';
import { ProfileForm, type ProfileFormProps } from '#islands/account/ProfileForm.tsx';
import { useIsHydrated } from '#islands/ui/use-is-hydrated.ts';
import { longDate } from '#lib/primitives/calendar-day.ts';
import { GENDERS, type ProfileJson } from '#lib/sales/account/profile.ts';

interface Props extends Pick<ProfileFormProps, 'profile' | 'dobRange' | 'oldInput' | 'errors'> {
  isEditing: boolean;
}

const PROFILE_PATH = '/account/profile';
const EDIT_PATH = `${PROFILE_PATH}?edit=1`;
const NOT_GIVEN = 'Not given';

export function ProfileCard({ profile: initialProfile, dobRange, isEditing: startsEditing, oldInput, errors }: Props) {
  const [profile, setProfile] = useState(initialProfile);
  const [isEditing, setEditing] = useState(startsEditing);
  const [wasToggled, setToggled] = useState(false);

  function changeMode(isNowEditing: boolean): void {
    setEditing(isNowEditing);
    setToggled(true);
    history.replaceState(history.state, '', isNowEditing ? EDIT_PATH : PROFILE_PATH);
  }

  if (!isEditing) return <ProfileFacts profile={profile} onEdit={() => changeMode(true)} />;
  return (
    <ProfileForm
      profile={profile}
      dobRange={dobRange}
      oldInput={wasToggled ? {} : oldInput}
      errors={wasToggled ? {} : errors}
      takesFocus={wasToggled}
      onSaved={(savedProfile) => {
        setProfile(savedProfile);
        changeMode(false);
      }}
      onCancel={() => changeMode(false)}
    />
  );
}

function ProfileFacts({ profile, onEdit }: { profile: ProfileJson; onEdit: () => void }) {
  const isHydrated = useIsHydrated();

  function edit(event: MouseEvent): void {
    if (!isHydrated) return;
    event.preventDefault();
    onEdit();
  }

  return (
    <>
      <dl className="grid gap-4 sm:grid-cols-[144px_1fr]">
        {factsOf(profile).map(([term, value]) => (
          <div key={term} className="sm:contents">
            <dt className="text-soft">{term}</dt>
            <dd className="break-words">{value || NOT_GIVEN}</dd>
          </div>
        ))}
      </dl>
      <a href={EDIT_PATH} className="button-quiet mt-6 w-full sm:w-auto" onClick={edit}>
        Edit
      </a>
    </>
  );
}

function factsOf({ name, email, mobile, gender, dob }: ProfileJson): [term: string, value: string][] {
  return [
    ['Name', name],
    ['Email', email],
    ['Mobile', mobile && `+91 ${mobile}`],
    ['Gender', gender && GENDERS[gender]],
    ['Date of birth', dob && longDate(new Date(dob))],
  ];
}
