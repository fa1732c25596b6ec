import type { CustomerTable } from '#lib/platform/db/tables/identity.ts';
import { readDay } from '#lib/primitives/calendar-day.ts';
import { indianIsoDay } from '#lib/primitives/indian-time.ts';
import { MOBILE_MESSAGE } from '#lib/primitives/mobile.ts';
import { isSameName } from '#lib/primitives/name.ts';

// Rules: product.md, "Profile".

export const PROFILE_NAME_MIN_CHARACTERS = 2;
export const PROFILE_NAME_MAX_CHARACTERS = 35;
/** Allows marks and joiners, which names in Indian scripts contain. */
const NAME_PATTERN = /^[\p{L}\p{M}\p{Join_Control} ]*$/u;
export const AGE_MIN_YEARS = 15;
export const AGE_MAX_YEARS = 120;

export const PROFILE_MESSAGES = {
  nameRequired: 'Name is required',
  nameLength: `Name must be ${PROFILE_NAME_MIN_CHARACTERS} to ${PROFILE_NAME_MAX_CHARACTERS} characters long`,
  nameLetters: 'Name should contain only letters and spaces',
  mobile: MOBILE_MESSAGE,
  gender: 'Please choose one from the list',
  invalidDob: 'Please enter a date',
  tooYoung: `You must be at least ${AGE_MIN_YEARS} years old`,
  tooOld: 'Please check the year of birth',
} as const;

export const PROFILE_SAVED = 'Profile saved';
export const PROFILE_NOT_SAVED = 'The profile could not be saved. Please try again.';

export const GENDERS = { male: 'Male', female: 'Female', other: 'Other' } as const;

export interface ProfileInput {
  name: string;
  mobile: string;
  gender: NonNullable<CustomerTable['gender']> | '';
  /** YYYY-MM-DD, or an empty string. */
  dob: string;
}

export const PROFILE_FIELDS = ['name', 'mobile', 'gender', 'dob'] as const satisfies (keyof ProfileInput)[];

export function profileFromForm(fields: Partial<Record<string, string>>): Partial<ProfileInput> {
  return Object.fromEntries(
    PROFILE_FIELDS.filter((field) => fields[field] !== undefined).map((field) => [field, fields[field]]),
  );
}

export interface ProfileJson extends ProfileInput {
  _id: string;
  email: string;
  featured_image: string | null;
}

/** Returns the earliest and the latest date of birth that the rules allow today, in Indian time. */
export function dobRange(nowMs: number): { min: string; max: string } {
  const today = indianIsoDay(nowMs);
  return { min: yearsBefore(today, AGE_MAX_YEARS), max: yearsBefore(today, AGE_MIN_YEARS) };
}

/**
 * Returns the message about an invalid name, or undefined if the name is valid. An unchanged name is always valid,
 * because another form has accepted it.
 */
export function profileNameProblem(name: string, storedName: string): string | undefined {
  if (isSameName(name, storedName)) return undefined;
  if (name === '') return PROFILE_MESSAGES.nameRequired;
  if (name.length < PROFILE_NAME_MIN_CHARACTERS || name.length > PROFILE_NAME_MAX_CHARACTERS)
    return PROFILE_MESSAGES.nameLength;
  return NAME_PATTERN.test(name) ? undefined : PROFILE_MESSAGES.nameLetters;
}

/** Returns the message about an invalid date of birth, or undefined if the date is valid or empty. */
export function dobProblem(dob: string, nowMs: number): string | undefined {
  if (dob === '') return undefined;
  if (readDay(dob) === undefined) return PROFILE_MESSAGES.invalidDob;
  const { min, max } = dobRange(nowMs);
  if (dob > max) return PROFILE_MESSAGES.tooYoung;
  return dob < min ? PROFILE_MESSAGES.tooOld : undefined;
}

function yearsBefore(day: string, years: number): string {
  const [year = '', rest = ''] = [day.slice(0, 4), day.slice(4)];
  const earlierDay = `${Number(year) - years}${rest}`;
  return readDay(earlierDay) !== undefined ? earlierDay : `${Number(year) - years}-02-28`;
}
