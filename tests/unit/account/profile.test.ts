import { expect, test } from 'vitest';
import { fieldErrors } from '#lib/primitives/field-errors.ts';
import { profileFormSchema, profileSchema } from '#lib/sales/account/profile.schema.ts';
import {
  dobProblem,
  dobRange,
  PROFILE_MESSAGES as MESSAGES,
  profileFromForm,
  profileNameProblem,
} from '#lib/sales/account/profile.ts';
import { PROFILE_IMAGE_RULES } from '#lib/sales/account/profile-image.ts';

const VALID_PROFILE = { name: 'Asha Rao', mobile: '9876543210', gender: 'female', dob: '1990-02-28' } as const;
const STORED_PROFILE = { name: 'Asha', mobile: '9876500000' };
/** 20 November in Greenwich, 21 November in India. */
const NOW = Date.parse('2026-11-20T19:00:00Z');

test.each(['Al', 'आशा राव', 'മലയാളം', 'Ω Ж', 'x'.repeat(35), '  Asha   Rao '])('accepts the name %j', (name) => {
  expect(fieldErrors(profileFormSchema(NOW, STORED_PROFILE), { ...VALID_PROFILE, name })).toBeUndefined();
});

test.each([
  ['name', '', MESSAGES.nameRequired],
  ['name', '   ', MESSAGES.nameRequired],
  ['name', 'A', MESSAGES.nameLength],
  ['name', 'x'.repeat(36), MESSAGES.nameLength],
  ['name', 'Asha2', MESSAGES.nameLetters],
  ['name', "O'Neil", MESSAGES.nameLetters],
  ['name', '<b>A</b>', MESSAGES.nameLetters],
  ['mobile', '', MESSAGES.mobile],
  ['mobile', '98765432101', MESSAGES.mobile],
  ['mobile', '+919876543', MESSAGES.mobile],
  ['gender', 'none', MESSAGES.gender],
  ['dob', '1990-2-28', MESSAGES.invalidDob],
  ['dob', '1990-02-30', MESSAGES.invalidDob],
  ['dob', 'yesterday', MESSAGES.invalidDob],
  ['dob', 'x1990-02-2', MESSAGES.invalidDob],
  ['dob', '1990-02-28x', MESSAGES.invalidDob],
  ['dob', '2011-11-22', MESSAGES.tooYoung],
  ['dob', '2030-01-01', MESSAGES.tooYoung],
  ['dob', '1906-11-20', MESSAGES.tooOld],
] as const)('rejects %s %j', (field, value, message) => {
  expect(fieldErrors(profileFormSchema(NOW, STORED_PROFILE), { ...VALID_PROFILE, [field]: value })).toEqual({
    [field]: message,
  });
});

test('accepts a customer who turns 15 or 120 today in India, or gives no date of birth', () => {
  expect(dobRange(NOW)).toEqual({ min: '1906-11-21', max: '2011-11-21' });
  expect([dobProblem('2011-11-21', NOW), dobProblem('1906-11-21', NOW), dobProblem('', NOW)]).toEqual(
    Array(3).fill(undefined),
  );
});

test('on a leap day, the range of birth dates ends on a valid date', () => {
  expect(dobRange(Date.parse('2028-02-29T06:00:00Z'))).toEqual({ min: '1908-02-29', max: '2013-02-28' });
});

test('a name accepted by another form remains valid while it is unchanged', () => {
  const storedProfile = { ...STORED_PROFILE, name: "O'Neil" };
  expect(profileNameProblem("O'Neil", "O'Neil")).toBeUndefined();
  expect(fieldErrors(profileFormSchema(NOW, storedProfile), { ...VALID_PROFILE, name: "O'Neil" })).toBeUndefined();
});

test('keeps only known fields of a submitted form', () =>
  expect(profileFromForm({ name: 'A', dob: '', other: 'x' })).toEqual({ name: 'A', dob: '' }));

test('accepts one JPEG, PNG, GIF or WebP picture of up to 5 MB', () => {
  const { kinds, maxFileBytes, maxFiles, fileFields, messages } = PROFILE_IMAGE_RULES;
  expect(kinds).toEqual(['jpeg', 'png', 'gif', 'webp']);
  expect([fileFields, maxFiles, maxFileBytes]).toEqual([['image'], 1, 5_242_880]);
  expect([messages?.tooManyFiles, messages?.fileTooLarge?.('x'), messages?.typeNotAllowed?.('x')]).toEqual([
    'Please select one image.',
    'Image size should be less than 5MB',
    'Please select a valid image file (JPG, PNG, GIF)',
  ]);
});

test('ignores an email address in the input', () => {
  expect(profileSchema(STORED_PROFILE).parse({ name: 'Bela', email: 'other@example.in', id: 'x' })).toEqual({
    name: 'Bela',
  });
});
