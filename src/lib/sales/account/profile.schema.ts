import { z } from 'zod/mini';
import { mobileField } from '#lib/primitives/mobile.schema.ts';
import { oneLine } from '#lib/primitives/name.ts';
import { text } from '#lib/primitives/text.schema.ts';
import {
  dobProblem,
  PROFILE_MESSAGES as MESSAGES,
  type ProfileInput,
  profileNameProblem,
} from '#lib/sales/account/profile.ts';

/** The stored name and mobile number. Other forms have other rules, so the stored name may break this form's rules. */
export type StoredProfile = Pick<ProfileInput, 'name' | 'mobile'>;

const profileFields = (storedProfile: StoredProfile) =>
  z.object({
    name: text(MESSAGES.nameRequired).check(
      z.overwrite(oneLine),
      validateWith((name) => profileNameProblem(name, storedProfile.name)),
    ),
    mobile: mobileField(MESSAGES.mobile, MESSAGES.mobile, storedProfile.mobile),
    gender: z.enum(['male', 'female', 'other', ''], MESSAGES.gender),
    dob: text(MESSAGES.invalidDob).check(z.trim(), z.maxLength(10, MESSAGES.invalidDob)),
  } satisfies Record<keyof ProfileInput, z.ZodMiniType>);

/** Returns the schema for changes to some fields by the API or a form. `updateProfile` checks the age. */
export function profileSchema(storedProfile: StoredProfile) {
  return z.partial(profileFields(storedProfile));
}

/** Returns the schema of the form in the browser, which also checks the age. */
export function profileFormSchema(nowMs: number, storedProfile: StoredProfile) {
  const fields = profileFields(storedProfile);
  const { dob } = fields.shape;
  return z.extend(fields, { dob: dob.check(validateWith((day) => dobProblem(day, nowMs))) });
}

function validateWith(findProblem: (text: string) => string | undefined) {
  return z.check<string>((payload) => {
    const message = findProblem(payload.value);
    if (message) payload.issues.push({ code: 'custom', message, input: payload.value });
  });
}
