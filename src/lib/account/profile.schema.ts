import { z } from 'zod/mini';
import {
  dobProblem,
  PROFILE_MESSAGES as MESSAGES,
  PROFILE_NAME_MAX_CHARACTERS,
  PROFILE_NAME_MIN_CHARACTERS,
  PROFILE_NAME_PATTERN,
  type ProfileInput,
} from '#lib/account/profile.ts';
import { mobileField } from '#lib/fields/mobile.schema.ts';
import { text } from '#lib/fields/text.schema.ts';

const profile = z.object({
  name: text(MESSAGES.nameRequired).check(
    z.overwrite((name) => name.trim().replace(/\s+/g, ' ')),
    z.minLength(1, MESSAGES.nameRequired),
    z.minLength(PROFILE_NAME_MIN_CHARACTERS, MESSAGES.nameLength),
    z.maxLength(PROFILE_NAME_MAX_CHARACTERS, MESSAGES.nameLength),
    z.regex(PROFILE_NAME_PATTERN, MESSAGES.nameLetters),
  ),
  mobile: mobileField(MESSAGES.mobile),
  gender: z.enum(['male', 'female', 'other', ''], MESSAGES.gender),
  dob: text(MESSAGES.dobBad).check(z.trim(), z.maxLength(10, MESSAGES.dobBad)),
} satisfies Record<keyof ProfileInput, z.ZodMiniType>);

export const profileSchema = z.partial(profile);

export function profileFormSchema(nowMs: number) {
  const { dob } = profile.shape;
  return z.extend(profile, {
    dob: dob.check(
      z.check((given) => {
        const message = dobProblem(given.value, nowMs);
        if (message) given.issues.push({ code: 'custom', message, input: given.value });
      }),
    ),
  });
}
