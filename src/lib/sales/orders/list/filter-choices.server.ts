import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { distinctValues } from '#lib/platform/db/distinct-values.server.ts';

const MAX_CHOICES = 100;

export type FilterChoices = Awaited<ReturnType<typeof filterChoices>>;

/** Reads the states, zones and carriers of existing orders for the filters of the list, up to 100 of each. */
export async function filterChoices({ read }: Pick<ShopDatabase, 'read'>) {
  const [states, zones, carriers] = await Promise.all([
    distinctValues(read, 'orders', 'delivery_state', MAX_CHOICES),
    distinctValues(read, 'orders', 'delivery_zone', MAX_CHOICES),
    distinctValues(read, 'orders', 'carrier', MAX_CHOICES),
  ]);
  return { states, zones, carriers };
}
