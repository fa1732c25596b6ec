import type { Selectable } from 'kysely';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import type { SubscriberTable } from '#lib/platform/db/tables/newsletter.ts';

export interface Subscribers {
  count: number;
  /** The newest first. */
  newest: Pick<Selectable<SubscriberTable>, 'email' | 'created_at'>[];
}

/** How many addresses get the newsletter, and the `shown` newest of them. */
export async function listSubscribers({ read }: Pick<ShopDatabase, 'read'>, shown: number): Promise<Subscribers> {
  const subscribers = read.selectFrom('subscriber');
  const [total, newest] = await Promise.all([
    subscribers.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow(),
    subscribers.select(['email', 'created_at']).orderBy('created_at', 'desc').orderBy('id').limit(shown).execute(),
  ]);
  return { count: Number(total.count), newest };
}
