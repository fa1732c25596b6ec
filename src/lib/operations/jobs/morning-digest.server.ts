import { digestContent } from '#lib/operations/jobs/digest-content.ts';
import { digestFacts } from '#lib/operations/jobs/digest-facts.server.ts';
import type { Shop } from '#lib/platform/shop.server.ts';
import { indianHour, indianIsoDay } from '#lib/primitives/indian-time.ts';
import { notifyOwnerOnce, recipientsOf, wasOwnerNotified } from '#lib/shop/owner-notices/notify-owner.server.ts';
import { shopSettings } from '#lib/shop/settings/shop-settings.server.ts';

/** If the shop was down at the chosen hour, it sends the summary up to this many hours later, on the same day. */
const MAX_DELAY_HOURS = 6;

/** Emails the morning summary to the owner, once a day. Does nothing before the chosen hour, or too long after it. */
export async function sendDigest(shop: Pick<Shop, 'db' | 'settings' | 'now'>): Promise<void> {
  const now = shop.now();
  const hoursSinceDigestHour = indianHour(now) - shopSettings(shop.db).ownerMails.digestHour;
  if (
    hoursSinceDigestHour < 0 ||
    hoursSinceDigestHour >= MAX_DELAY_HOURS ||
    recipientsOf(shop.db, 'digest').length === 0
  )
    return;
  const day = indianIsoDay(now);
  if (await wasOwnerNotified(shop.db, 'digest', day)) return;
  await notifyOwnerOnce(shop.db, 'digest', day, digestContent(await digestFacts(shop)), now);
}
