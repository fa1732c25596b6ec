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
} from '#lib/tickets/ticket.ts';

/** Letters of any script, digits, spaces and . , ! ? ' - ; phones write ’ for the apostrophe. */
const SUBJECT_PATTERN = /^[\p{L}\p{M}\p{N} .,!?'’-]*$/u;

/** A form posted by a browser has CRLF, which its own length limit does not count. */
const lineFeeds = z.overwrite((text: string) => text.replaceAll('\r\n', '\n'));

const ticketFields = {
  subject: z
    .string(MESSAGES.subject)
    .check(
      z.trim(),
      z.minLength(SUBJECT_MIN_CHARACTERS, MESSAGES.subject),
      z.regex(SUBJECT_PATTERN, MESSAGES.subject),
      z.maxLength(SUBJECT_MAX_CHARACTERS, MESSAGES.subjectLong),
    ),
  priority: z.enum(PRIORITIES, MESSAGES.priority),
  message: z
    .string(MESSAGES.message)
    .check(
      lineFeeds,
      z.trim(),
      z.minLength(MESSAGE_MIN_CHARACTERS, MESSAGES.message),
      z.maxLength(MESSAGE_MAX_CHARACTERS, MESSAGES.messageLong),
    ),
};

const replyMessage = z
  .string(REPLY_MESSAGES.required)
  .check(
    lineFeeds,
    z.trim(),
    z.minLength(1, REPLY_MESSAGES.required),
    z.maxLength(REPLY_MAX_CHARACTERS, REPLY_MESSAGES.long),
  );

/** POST /public/support-ticket/create (product.md, "Support tickets"). */
export const ticketSchema = z.object(ticketFields);

/** POST /public/support-ticket/send-message/{id} (product.md, "Support tickets"). */
export const replySchema = z.object({ id: z.string(), message: replyMessage });

export const ticketIdSchema = z.object({ id: z.string() });

/** A page number of the list; anything else is the first page. */
export const ticketListSchema = z.object({
  page: z.catch(z.coerce.number().check(z.int(), z.gte(1), z.lte(1_000)), 1),
});

/** The reply as it is typed. */
export const replyFormSchema = z.object({ message: replyMessage });
