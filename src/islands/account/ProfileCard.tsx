import { useEffect, useState } from 'react';
import { ProfileForm } from '#islands/account/ProfileForm.tsx';
import { GENDERS, type ProfileErrors, type ProfileInput, type ProfileJson } from '#lib/account/profile.ts';

interface Props {
  profile: ProfileJson;
  /** First and last day of birth that may be chosen. */
  range: { min: string; max: string };
  isEditing: boolean;
  /** What stood in the form when it was posted without a script and refused, and what the server said of it. */
  typed: Partial<ProfileInput>;
  errors: ProfileErrors;
}

const NOT_GIVEN = 'Not given';

/** Personal information, to read and to edit (specification, section 4, "Profile card"). Without a script Edit is a link. */
export function ProfileCard({ profile: initial, range, isEditing: startsEditing, typed, errors }: Props) {
  const [profile, setProfile] = useState(initial);
  const [isEditing, setEditing] = useState(startsEditing);
  const [wasToggled, setToggled] = useState(false);
  const [isLive, setLive] = useState(false);
  useEffect(() => setLive(true), []);

  function toggle(next: boolean): void {
    setEditing(next);
    setToggled(true);
    history.replaceState(history.state, '', next ? '/account/profile?edit=1' : '/account/profile');
  }

  if (isEditing) {
    return (
      <ProfileForm
        profile={profile}
        range={range}
        typed={wasToggled ? {} : typed}
        errors={wasToggled ? {} : errors}
        takesFocus={wasToggled}
        onSaved={(saved) => {
          setProfile(saved);
          toggle(false);
        }}
        onCancel={() => toggle(false)}
      />
    );
  }
  const { name, email, mobile, gender, dob } = profile;
  const rows = [
    ['Name', name],
    ['Email', email],
    ['Mobile', mobile && `+91 ${mobile}`],
    ['Gender', gender && GENDERS[gender]],
    ['Date of birth', dob && longDate(dob)],
  ];
  return (
    <>
      <dl className="grid gap-4 sm:grid-cols-[9rem_1fr]">
        {rows.map(([term, value]) => (
          <div key={term} className="sm:contents">
            <dt className="text-soft">{term}</dt>
            <dd className="break-words">{value || NOT_GIVEN}</dd>
          </div>
        ))}
      </dl>
      <a
        href="/account/profile?edit=1"
        className="button-quiet mt-6 w-full sm:w-auto"
        onClick={(event) => {
          if (!isLive) return;
          event.preventDefault();
          toggle(true);
        }}
      >
        Edit
      </a>
    </>
  );
}

function longDate(day: string): string {
  const format = { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' } as const;
  return new Intl.DateTimeFormat('en-IN', format).format(new Date(`${day}T00:00:00Z`));
}
