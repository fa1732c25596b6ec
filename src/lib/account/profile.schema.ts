import { z } from 'zod/mini';
import {
  dobProblem,
  PROFILE_MESSAGES as MESSAGES,
  PROFILE_NAME_MAX_CHARACTERS,
  PROFILE_NAME_MIN_CHARACTERS,
  PROFILE_NAME_PATTERN,
  type ProfileErrors,
  type ProfileInput,
} from '#lib/account/profile.ts';
import { MOBILE_PATTERN } from '#lib/fields/mobile.ts';

const profile = z.object({
  name: z.string(MESSAGES.nameRequired).check(
    z.overwrite((name) => name.trim().replace(/\s+/g, ' ')),
    z.minLength(1, MESSAGES.nameRequired),
    z.minLength(PROFILE_NAME_MIN_CHARACTERS, MESSAGES.nameLength),
    z.maxLength(PROFILE_NAME_MAX_CHARACTERS, MESSAGES.nameLength),
    z.regex(PROFILE_NAME_PATTERN, MESSAGES.nameLetters),
  ),
  mobile: z.string(MESSAGES.mobile).check(z.trim(), z.regex(MOBILE_PATTERN, MESSAGES.mobile)),
  gender: z.enum(['male', 'female', 'other', ''], MESSAGES.gender),
  dob: z.string(MESSAGES.dobBad).check(z.trim(), z.maxLength(10, MESSAGES.dobBad)),
});

/** PATCH /public/profile: any of the fields; whether the date of birth fits is `dobProblem`'s. The e-mail is ignored. */
export const profileSchema = z.partial(profile);

/** What is wrong, by field, each with its first message; `undefined` when nothing is. */
export function profileErrors(input: ProfileInput, nowMs: number): ProfileErrors | undefined {
  const errors: ProfileErrors = {};
  for (const { path, message } of profile.safeParse(input).error?.issues ?? []) {
    errors[path[0] as keyof ProfileInput] ??= message;
  }
  const dob = dobProblem(input.dob, nowMs);
  if (dob) errors.dob = dob;
  return Object.keys(errors).length > 0 ? errors : undefined;
}
