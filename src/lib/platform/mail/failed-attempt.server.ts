import { setTimeout as wait } from 'node:timers/promises';
import { type OutboxMail, recordFailure } from '#lib/platform/mail/outbox.repo.server.ts';
import { afterFailure, isRefusal, type MailFailure } from '#lib/platform/mail/retry.ts';
import type { Shop } from '#lib/platform/shop.server.ts';

const MAX_SAVE_ATTEMPTS = 5;
const ERROR_MAX_CHARACTERS = 500;

/** Stores the failure with the time of the next attempt, or gives up on the email. */
export async function recordFailedAttempt(
  { db, log, now }: Pick<Shop, 'db' | 'log' | 'now'>,
  mail: OutboxMail,
  failure: MailFailure,
): Promise<void> {
  const failureTimes = {
    failing_since: mail.failing_since ?? now(),
    refused_since: isRefusal(failure) ? (mail.refused_since ?? now()) : null,
  };
  const next = afterFailure({ ...mail, ...failureTimes }, failure, now());
  const logFields = {
    mail: mail.id,
    kind: mail.kind,
    tries: mail.attempts,
    stage: failure.stage,
    answer: failure.code,
  };
  const changes = {
    ...failureTimes,
    unsure: mail.unsure,
    last_error: failure.message.slice(0, ERROR_MAX_CHARACTERS),
    gave_up_at: null,
  };
  if (next.kind === 'retry') {
    log.info(logFields, 'mail not accepted; it will be retried');
    return saveWithRetries(() => recordFailure(db, mail, { ...changes, due_at: next.dueAt }));
  }
  log.error(logFields, next.kind === 'unclear' ? 'mail was sent several times without an answer' : 'mail given up');
  return saveWithRetries(() => recordFailure(db, mail, { ...changes, gave_up_at: now() }));
}

/** Calls `save` up to five times, so that a brief failure of the database does not make the shop resend the email. */
export async function saveWithRetries(save: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await save();
    } catch (error) {
      if (attempt === MAX_SAVE_ATTEMPTS) throw error;
      await wait(2 ** attempt * 100);
    }
  }
}
