import { expect, test } from 'vitest';
import { profileErrors, profileSchema } from '#lib/account/profile.schema.ts';
import { dobProblem, dobRange, PROFILE_MESSAGES as SAYS } from '#lib/account/profile.ts';

const GOOD = { name: 'Asha Rao', mobile: '9876543210', gender: 'female', dob: '1990-02-28' } as const;
/** 20 November in Greenwich, 21 November in India. */
const NOW = Date.parse('2026-11-20T19:00:00Z');

test.each(['Al', 'आशा राव', 'മലയാളം', 'Ω Ж', 'x'.repeat(35), '  Asha   Rao '])('the name %j is taken', (name) => {
  expect(profileErrors({ ...GOOD, name }, NOW)).toBeUndefined();
});

test.each([
  ['name', '', SAYS.nameRequired],
  ['name', '   ', SAYS.nameRequired],
  ['name', 'A', SAYS.nameLength],
  ['name', 'x'.repeat(36), SAYS.nameLength],
  ['name', 'Asha2', SAYS.nameLetters],
  ['name', "O'Neil", SAYS.nameLetters],
  ['name', '<b>A</b>', SAYS.nameLetters],
  ['mobile', '', SAYS.mobile],
  ['mobile', '98765432101', SAYS.mobile],
  ['mobile', '+919876543210', SAYS.mobile],
  ['gender', 'none', SAYS.gender],
  ['dob', '1990-2-28', SAYS.dobBad],
  ['dob', '1990-02-30', SAYS.dobBad],
  ['dob', 'yesterday', SAYS.dobBad],
  ['dob', '2011-11-22', SAYS.dobYoung],
  ['dob', '2030-01-01', SAYS.dobYoung],
  ['dob', '1906-11-20', SAYS.dobOld],
] as const)('%s %j is refused', (field, value, message) => {
  expect(profileErrors({ ...GOOD, [field]: value } as typeof GOOD, NOW)).toEqual({ [field]: message });
});

test('who turns 15 or 120 today in India may say so', () => {
  expect(dobRange(NOW)).toEqual({ min: '1906-11-21', max: '2011-11-21' });
  expect([dobProblem('2011-11-21', NOW), dobProblem('1906-11-21', NOW), dobProblem('', NOW)]).toEqual(
    Array(3).fill(undefined),
  );
});

test('on a leap day the range ends on a day that exists', () => {
  expect(dobRange(Date.parse('2028-02-29T06:00:00Z'))).toEqual({ min: '1908-02-29', max: '2013-02-28' });
});

test('an e-mail that is sent is not taken over', () => {
  expect(profileSchema.parse({ name: 'Bela', email: 'other@example.in', id: 'x' })).toEqual({ name: 'Bela' });
});
