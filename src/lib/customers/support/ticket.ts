import type { TicketTable } from '#lib/platform/db/tables/support.ts';
import type { FileKindName } from '#lib/platform/files/storage/file-kinds.ts';
import type { UploadRules } from '#lib/platform/files/storage/upload.ts';

// Texts and limits: product.md, "Support tickets".
export const TICKET_MESSAGES = {
  subject: 'Subject must be at least 3 characters (letters, numbers, punctuation).',
  subjectLong: 'Subject must be at most 150 characters.',
  priority: 'Please select a priority.',
  message: 'Message must be at least 10 characters.',
  messageLong: 'Message must be at most 5000 characters.',
} as const;

export const REPLY_MESSAGES = {
  required: 'Description is required',
  long: 'Description must be at most 500 characters',
} as const;

export const TICKET_DONE = 'Support ticket created successfully';
export const TICKET_FAILED = 'Something went wrong.';
export const TICKET_ERROR = 'An error occurred while submitting the ticket.';
export const REPLY_DONE = 'Reply sent successfully';
export const REPLY_FAILED = 'Failed to send reply';

export const SUBJECT_MIN_CHARACTERS = 3;
export const SUBJECT_MAX_CHARACTERS = 150;
export const MESSAGE_MIN_CHARACTERS = 10;
export const MESSAGE_MAX_CHARACTERS = 5_000;
export const REPLY_MAX_CHARACTERS = 500;

export const PRIORITIES = ['high', 'medium', 'low'] as const;
export type Priority = (typeof PRIORITIES)[number];
export const PRIORITY_LABELS: Record<Priority, string> = { high: 'High', medium: 'Medium', low: 'Low' };

export const TICKET_STATES = ['open', 'answered', 'closed'] as const;
export type TicketState = (typeof TICKET_STATES)[number];
export const TICKET_STATE_LABELS: Record<TicketState, string> = {
  open: 'Open',
  answered: 'Answered',
  closed: 'Closed',
};

const MAX_FILES = 20;
const ATTACHMENT_MAX_BYTES = 10 * 1024 * 1024;
const ATTACHMENT_KINDS: readonly FileKindName[] = ['png', 'jpeg', 'webp', 'pdf', 'docx', 'doc', 'text', 'mp4', 'webm'];

export const ATTACHMENT_RULES: UploadRules = {
  fileFields: ['gallery'],
  maxFiles: MAX_FILES,
  maxFileBytes: ATTACHMENT_MAX_BYTES,
  maxFields: 10,
  maxFieldBytes: 4 * MESSAGE_MAX_CHARACTERS + 1_000,
  kinds: ATTACHMENT_KINDS,
  messages: {
    tooManyFiles: `Maximum ${MAX_FILES} files allowed`,
    fileTooLarge: (name) => `File ${name} is too large (max 10MB)`,
    typeNotAllowed: (name) => `File type not allowed: ${name}`,
  },
};

export interface TicketJson extends Pick<TicketTable, 'number' | 'subject' | 'priority' | 'state'> {
  _id: string;
  created_at: string;
  updated_at: string;
}

export interface AttachmentJson {
  _id: string;
  name: string;
  type: string;
  bytes: number;
  path: string;
  shownAs: 'picture' | 'player' | 'name';
}

export interface TicketMessageJson {
  _id: string;
  author: 'customer' | 'shop';
  message: string;
  created_at: string;
  gallery: AttachmentJson[];
}

export interface TicketThreadJson extends TicketJson {
  messages: TicketMessageJson[];
}

export function fileSizeText(bytes: number): string {
  if (bytes < 1_000) return `${bytes} bytes`;
  return bytes < 1_000_000 ? `${Math.round(bytes / 1_000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/** Returns the initial subject of a ticket about an order, or undefined for text that can't be an order number. */
export function subjectAboutOrder(number: string | null): { subject: string } | undefined {
  return number !== null && /^[A-Z0-9-]{1,40}$/.test(number) ? { subject: `Order ${number}` } : undefined;
}
