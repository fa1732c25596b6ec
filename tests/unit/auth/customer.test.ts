import { expect, test } from 'vitest';
import { profileImagePath } from '#lib/customers/auth/sessions/customer.ts';

test('the path of a profile image changes with the image, and is null without one', () => {
  expect(profileImagePath('f1')).toBe('/public/profile/image?v=f1');
  expect(profileImagePath('f2')).toBe('/public/profile/image?v=f2');
  expect(profileImagePath(null)).toBeNull();
});
