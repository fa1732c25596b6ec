import type { MailContent, MailSection } from '#lib/platform/mail/mail-text.server.ts';
import type { OutboxMail } from '#lib/platform/mail/outbox.repo.server.ts';

const MAX_SECTIONS = 30;
/** The number of sections with a sheet. Further sections have only a link: mail programs truncate long emails. */
const MAX_SHEETS = 5;
/** If waiting emails have at least this many threads, all emails with a thread are joined into one. */
const MANY_THREADS = 3;
const SEVERAL_THREADS = 'several';
/** The header with the visitor's address, in an email that contains the visitor's message. */
export const REPLY_TO = 'Reply-To';

export interface WaitingMail extends Pick<OutboxMail, 'id' | 'to_address' | 'thread' | 'subject' | 'created_at'> {
  content: MailContent;
  headers: Record<string, string> | null;
}

export interface JoinedMail extends WaitingMail {
  joinedIds: string[];
}

/**
 * Joins emails with the same address and thread into the newest of them. If there are many threads, or the mailbox has
 * used up its budget, joins all emails that have a thread. Returns the emails to send, oldest first.
 */
export function joinMails(waitingMails: readonly WaitingMail[], isOverBudget: boolean): JoinedMail[] {
  const joinedMails = grouped(waitingMails, ({ to_address }) => to_address).flatMap((mails) => {
    const singleMails = mails.filter(({ thread }) => thread === null).map((mail) => ({ ...mail, joinedIds: [] }));
    const threads = grouped(
      mails.filter(({ thread }) => thread !== null),
      ({ thread }) => thread,
    );
    const isJoinedIntoOne = isOverBudget || threads.length >= MANY_THREADS;
    const mailsToJoin = isJoinedIntoOne ? [threads.flat()] : threads;
    return [...singleMails, ...mailsToJoin.filter(({ length }) => length > 0).map(joinIntoNewest)];
  });
  return joinedMails.sort(byAge);
}

function joinIntoNewest(mails: readonly WaitingMail[]): JoinedMail {
  const [newest, ...others] = mails.toSorted(byAge).reverse();
  if (!newest) throw new Error('no email to join');
  const isSameThread = others.every(({ thread }) => thread === newest.thread) && newest.thread !== SEVERAL_THREADS;
  const content = joinContents(newest.content, olderContents(newest, others));
  const count = (content.sections?.length ?? 0) + (content.more ?? 0);
  return {
    ...newest,
    thread: isSameThread ? newest.thread : SEVERAL_THREADS,
    subject: isSameThread ? newest.subject : `${withoutCount(newest.subject)} (and ${count} more)`,
    content,
    headers: joinHeaders(mails, newest.headers),
    joinedIds: others.map(({ id }) => id),
  };
}

/** Removes `Reply-To` if the emails are from several writers, because a reply would reach only one of them. */
function joinHeaders(mails: readonly WaitingMail[], newest: WaitingMail['headers']): WaitingMail['headers'] {
  if (!newest?.[REPLY_TO] || mails.every(({ headers }) => headers?.[REPLY_TO] === newest[REPLY_TO])) return newest;
  const { [REPLY_TO]: _writer, ...otherHeaders } = newest;
  return otherHeaders;
}

/**
 * Returns the content of the older emails that the joined email shows. `others` are sorted from newest to oldest. If
 * its thread has a newer email, an email is shown without its sheet or, if `isPassing` is set, only with its sections.
 */
function olderContents(newest: WaitingMail, others: readonly WaitingMail[]): MailContent[] {
  const seenThreads = new Set([newest.thread]);
  return others.flatMap(({ thread, content }) => {
    const isSuperseded = thread !== SEVERAL_THREADS && seenThreads.has(thread);
    seenThreads.add(thread);
    if (!isSuperseded) return [content];
    return content.isPassing ? (content.sections ?? []) : [{ ...content, sheet: undefined }];
  });
}

function joinContents(first: MailContent, others: readonly MailContent[]): MailContent {
  if (others.length === 0) return first;
  const otherSections = others.flatMap((content) => [asSection(content), ...(content.sections ?? [])]);
  const sections = [...(first.sections ?? []), ...otherSections];
  const more = [first, ...others].reduce((sum, content) => sum + (content.more ?? 0), 0);
  return {
    ...first,
    sections: sections
      .slice(0, MAX_SECTIONS)
      .map((section, index) => (index < MAX_SHEETS ? section : { ...section, sheet: undefined })),
    more: more + Math.max(0, sections.length - MAX_SECTIONS),
  };
}

function asSection({ heading, lines, action, sheet }: MailContent): MailSection {
  return { heading, lines, action, sheet };
}

function withoutCount(subject: string): string {
  return subject.replace(/ \(and \d{1,9} more\)$/, '');
}

/** Compares emails by age, oldest first. Ids begin with a time that is more precise than `created_at`. */
function byAge(a: WaitingMail, b: WaitingMail): number {
  return a.created_at - b.created_at || (a.id < b.id ? -1 : 1);
}

function grouped<T>(items: readonly T[], keyOf: (item: T) => unknown): T[][] {
  return [...Map.groupBy(items, keyOf).values()];
}
