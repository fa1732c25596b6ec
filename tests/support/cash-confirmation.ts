import { setFields } from '#lib/content/publishing/settings-commands.server.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { HOUR_MS } from '#lib/primitives/durations.ts';
import { CONFIRMATION_RULES, type ConfirmationRules } from '#lib/sales/cash-confirmation/confirmation-rules.schema.ts';

/** Changes the owner's rules for the confirmation of cash orders. */
export async function setConfirmationRules(
  shop: Parameters<typeof setFields>[0],
  rules: Partial<ConfirmationRules>,
): Promise<void> {
  for (const [field, value] of Object.entries(rules))
    await setFields(shop, CONFIRMATION_RULES, { [field]: String(value) });
}

/** Makes a placed cash order wait for its confirmation, as if the confirmation had been requested at `asked_at`. */
export async function awaitConfirmation(
  { write }: Pick<ShopDatabase, 'write'>,
  order_id: string,
  asked_at = Date.now(),
): Promise<void> {
  await write.updateTable('orders').set({ awaits_confirmation: 1 }).where('id', '=', order_id).execute();
  const unset = { confirmed_by: null, reminded_at: null, ended_at: null };
  const times = { asked_at, remind_after_ms: 12 * HOUR_MS, grace_ms: 36 * HOUR_MS };
  await write
    .insertInto('cash_confirmation')
    .values({ order_id, state: 'waiting', ...times, ...unset })
    .execute();
}
