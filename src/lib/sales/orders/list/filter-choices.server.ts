import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { distinctValues } from '#lib/platform/db/distinct-values.server.ts';

const MAX_CHOICES = 100;

export interface FilterChoices {
  states: string[];
  zones: string[];
  carriers: string[];
}

/** Reads the states, zones and carriers of existing orders for the filters of the list, up to 100 of each. */
export async function filterChoices({ read }: Pick<ShopDatabase, 'read'>): Promise<FilterChoices> {
  const [states, zones, carriers] = await Promise.all(
    (['delivery_state', 'delivery_zone', 'carrier'] as const).map((column) =>
      distinctValues(read, 'orders', column, MAX_CHOICES),
    ),
  );
  return { states: states ?? [], zones: zones ?? [], carriers: carriers ?? [] };
}
