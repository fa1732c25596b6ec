import { z } from 'zod/mini';
import { answerField } from '#lib/customers/support/ticket.schema.ts';
import { MESSAGE_MAX_CHARACTERS } from '#lib/customers/support/ticket.ts';
import { oneLine } from '#lib/primitives/name.ts';
import { text } from '#lib/primitives/text.schema.ts';
import { RECORD_VERSION } from '#lib/primitives/version.schema.ts';

const NAME_MAX_CHARACTERS = 60;
const NAME_MISSING = 'Please enter a name.';

export const SAVED_REPLY = z.object({
  name: text(NAME_MISSING).check(
    z.overwrite(oneLine),
    z.minLength(1, NAME_MISSING),
    z.maxLength(NAME_MAX_CHARACTERS, `A name can have at most ${NAME_MAX_CHARACTERS} characters.`),
  ),
  text: answerField,
});

export const CHANGED_REPLY = z.extend(RECORD_VERSION, SAVED_REPLY.shape);

/** `message` is the text entered so far, which may be empty. */
export const INSERTED_REPLY = z.object({
  reply: text('Please choose a saved reply.').check(z.minLength(1, 'Please choose a saved reply.'), z.maxLength(100)),
  message: z._default(text().check(z.maxLength(2 * MESSAGE_MAX_CHARACTERS)), ''),
});

export type SavedReplyText = z.infer<typeof SAVED_REPLY>;
