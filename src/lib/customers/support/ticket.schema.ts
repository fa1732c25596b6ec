import { z } from 'zod/mini';
import {
  MESSAGE_MAX_CHARACTERS,
  MESSAGE_MIN_CHARACTERS,
  TICKET_MESSAGES as MESSAGES,
  PRIORITIES,
  REPLY_MAX_CHARACTERS,
  REPLY_MESSAGES,
  SUBJECT_MAX_CHARACTERS,
  SUBJECT_MIN_CHARACTERS,
} from '#lib/customers/support/ticket.ts';
import { text } from '#lib/primitives/text.schema.ts';
import { RECORD_VERSION } from '#lib/primitives/version.schema.ts';

const SUBJECT_PATTERN = /^[\p{L}\p{M}\p{N} .,!?'’-]*$/u;

/** Browsers send line breaks as CRLF, but count each line break as one character of the maximum length. */
const withLineFeeds = z.overwrite((text: string) => text.replaceAll('\r\n', '\n'));

const ticketFields = {
  subject: text(MESSAGES.subject).check(
    z.trim(),
    z.minLength(SUBJECT_MIN_CHARACTERS, MESSAGES.subject),
    z.regex(SUBJECT_PATTERN, MESSAGES.subject),
    z.maxLength(SUBJECT_MAX_CHARACTERS, MESSAGES.subjectLong),
  ),
  priority: z.enum(PRIORITIES, MESSAGES.priority),
  message: text(MESSAGES.message).check(
    withLineFeeds,
    z.trim(),
    z.minLength(MESSAGE_MIN_CHARACTERS, MESSAGES.message),
    z.maxLength(MESSAGE_MAX_CHARACTERS, MESSAGES.messageLong),
  ),
};

const replyMessageField = text(REPLY_MESSAGES.required).check(
  withLineFeeds,
  z.trim(),
  z.minLength(1, REPLY_MESSAGES.required),
  z.maxLength(REPLY_MAX_CHARACTERS, REPLY_MESSAGES.long),
);

const ANSWER_MISSING = 'Please write an answer.';

/** The answer from staff to a customer, which may have several lines. */
export const answerField = text(ANSWER_MISSING).check(
  withLineFeeds,
  z.trim(),
  z.minLength(1, ANSWER_MISSING),
  z.maxLength(MESSAGE_MAX_CHARACTERS, `An answer can have at most ${MESSAGE_MAX_CHARACTERS} characters.`),
);

/** An answer to the version of a ticket or message that the form showed. */
export const ANSWER = z.extend(RECORD_VERSION, { message: answerField });

export const ticketSchema = z.object(ticketFields);

export const replySchema = z.object({ id: text(), message: replyMessageField });

export const ticketIdSchema = z.object({ id: text() });

export const ticketListSchema = z.object({
  page: z.catch(z.coerce.number().check(z.int(), z.gte(1), z.lte(1_000)), 1),
});

export const replyFormSchema = z.object({ message: replyMessageField });
