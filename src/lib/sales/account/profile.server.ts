import { profileImagePath } from '#lib/customers/auth/sessions/customer.ts';
import type { Customer } from '#lib/customers/auth/sessions/session.server.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';
import type { Shop } from '#lib/platform/shop.server.ts';
import { dobProblem, type ProfileInput, type ProfileJson } from '#lib/sales/account/profile.ts';

export function profileJson({ id, name, email, mobile, gender, dob, image_file }: Customer): ProfileJson {
  const featured_image = profileImagePath(image_file);
  return { _id: id, name, email, mobile, gender: gender ?? '', dob: dob ?? '', featured_image };
}

/**
 * Changes the given fields of the profile, and returns the new profile. Throws `invalid` if the date of birth is not a
 * date, or if the age is outside the limits.
 */
export async function updateProfile(
  { db, now }: Pick<Shop, 'db' | 'now'>,
  change: { [K in keyof ProfileInput]?: ProfileInput[K] | undefined },
  customer: Customer,
): Promise<ProfileJson> {
  const problem = change.dob === undefined ? undefined : dobProblem(change.dob, now());
  if (problem) throw new ShopError('invalid', problem, { dob: problem });
  const { name = customer.name, mobile = customer.mobile, gender = customer.gender, dob = customer.dob } = change;
  const newValues = { name, mobile, gender: gender || null, dob: dob || null };
  await db.write
    .updateTable('customer')
    .set({ ...newValues, updated_at: now() })
    .where('id', '=', customer.id)
    .execute();
  return profileJson({ ...customer, ...newValues });
}
