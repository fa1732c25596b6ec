import { z } from 'zod/mini';
import { ROLE_NAMES, type Role } from '#lib/admin/staff/roles.ts';
import { emailField } from '#lib/primitives/email.schema.ts';
import { oneLine } from '#lib/primitives/name.ts';
import { text } from '#lib/primitives/text.schema.ts';

const NAME_MAX_CHARACTERS = 80;

export const staffEmail = emailField('Please enter a valid email address.');

export const INVITATION = z.object({
  email: staffEmail,
  name: text('Please enter a name.').check(
    z.overwrite(oneLine),
    z.minLength(1, 'Please enter a name.'),
    z.maxLength(NAME_MAX_CHARACTERS, `A name can have at most ${NAME_MAX_CHARACTERS} characters.`),
  ),
  role: z.enum(ROLE_NAMES as [Role, ...Role[]], 'Please choose a role.'),
});

export type Invitation = z.infer<typeof INVITATION>;
