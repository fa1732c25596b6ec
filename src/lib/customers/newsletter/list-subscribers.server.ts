import type { Selectable } from 'kysely';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import type { SubscriberTable } from '#lib/platform/db/tables/newsletter.ts';

export interface Subscribers {
  count: number;
  /** The newest subscribers, newest first. */
  newestSubscribers: Pick<Selectable<SubscriberTable>, 'email' | 'created_at'>[];
}

/** Returns the number of subscribers, and the newest `limit` subscribers. */
export async function listSubscribers({ read }: Pick<ShopDatabase, 'read'>, limit: number): Promise<Subscribers> {
  const subscribers = read.selectFrom('subscriber');
  const [total, newestSubscribers] = await Promise.all([
    subscribers.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow(),
    subscribers.select(['email', 'created_at']).orderBy('created_at', 'desc').orderBy('id').limit(limit).execute(),
  ]);
  return { count: Number(total.count), newestSubscribers };
}
