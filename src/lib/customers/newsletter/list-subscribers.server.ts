import type { ShopDatabase } from '#lib/platform/db/db.server.ts';

/** Returns the number of subscribers, and the newest `limit` subscribers, newest first. */
export async function listSubscribers({ read }: Pick<ShopDatabase, 'read'>, limit: number) {
  const subscribers = read.selectFrom('subscriber');
  const [total, newestSubscribers] = await Promise.all([
    subscribers.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow(),
    subscribers.select(['email', 'created_at']).orderBy('created_at', 'desc').orderBy('id').limit(limit).execute(),
  ]);
  return { count: Number(total.count), newestSubscribers };
}
