import { digestContent } from '#lib/operations/jobs/digest-content.ts';
import { digestFacts } from '#lib/operations/jobs/digest-facts.server.ts';
import type { Shop } from '#lib/platform/shop.server.ts';
import { indianHour, indianIsoDay } from '#lib/primitives/indian-time.ts';
import { notifyOwnerOnce, recipientsOf, wasNotified } from '#lib/shop/owner-notices/notify-owner.server.ts';
import { shopSettings } from '#lib/shop/settings/shop-settings.server.ts';

/** The number of hours in which a shop that was down at the chosen hour still sends the summary, on the same day. */
const MAX_DELAY_HOURS = 6;

export async function sendDigest(shop: Pick<Shop, 'db' | 'settings' | 'now'>): Promise<void> {
  const now = shop.now();
  const sinceHours = indianHour(now) - shopSettings(shop.db).ownerMails.digestHour;
  if (sinceHours < 0 || sinceHours >= MAX_DELAY_HOURS || recipientsOf(shop.db, 'digest').length === 0) return;
  const day = indianIsoDay(now);
  if (await wasNotified(shop.db, 'digest', day)) return;
  await notifyOwnerOnce(shop.db, 'digest', day, digestContent(await digestFacts(shop)), now);
}
