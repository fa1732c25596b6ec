import { z } from 'zod/mini';
import { oneLine } from '#lib/primitives/name.ts';
import { text } from '#lib/primitives/text.schema.ts';

const REASON_MISSING = 'Please give a reason. The customer sees it.';
const REASON_MAX_CHARACTERS = 200;

/** The reason for a credit, as a single line of text. */
export const creditReasonSchema = text(REASON_MISSING).check(
  z.overwrite(oneLine),
  z.minLength(1, REASON_MISSING),
  z.maxLength(REASON_MAX_CHARACTERS, `A reason can have at most ${REASON_MAX_CHARACTERS} characters.`),
);

const NOTE_MISSING = 'Please write something.';
export const STAFF_NOTE_MAX_CHARACTERS = 1000;

/** A staff note about an order, or a message to the customer, such as the reason for declining an exchange. */
export const noteTextSchema = text(NOTE_MISSING).check(
  z.trim(),
  z.minLength(1, NOTE_MISSING),
  z.maxLength(STAFF_NOTE_MAX_CHARACTERS, `A note can have at most ${STAFF_NOTE_MAX_CHARACTERS} characters.`),
);

/** The id of a note about an order. */
export const CHOSEN_NOTE = z.object({ note: text('Please choose a note.') });
