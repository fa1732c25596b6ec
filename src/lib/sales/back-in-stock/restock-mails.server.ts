import { lowStockText } from '#lib/catalog/products/buyable-product.ts';
import { effectivePaise } from '#lib/catalog/products/catalog.ts';
import type { Tx } from '#lib/platform/db/db.server.ts';
import { queueMail } from '#lib/platform/mail/outbox.server.ts';
import { verifiedRecipient } from '#lib/platform/mail/recipient.server.ts';
import {
  type MailingList,
  UNSUBSCRIBE,
  unsubscribeHeaders,
  unsubscribeLink,
} from '#lib/platform/mail/unsubscribe-link.server.ts';
import type { Shop } from '#lib/platform/shop.server.ts';
import { type RequestedItem, requestedItemName } from '#lib/sales/back-in-stock/find-requested-item.server.ts';
import { restockPath } from '#lib/sales/back-in-stock/restock.ts';
import { priceText } from '#lib/shop/money/price-text.ts';

/** The unsubscribe link identifies the mailbox, so it still works after the product and its requests are deleted. */
export const RESTOCK_LIST: MailingList = { path: '/back-in-stock/unsubscribe', purpose: 'unsubscribe-restock' };

type MailShop = Pick<Shop, 'settings' | 'secretKey' | 'now'>;

/** Queues the email to one customer about an item that is back in stock. */
export async function mailBackInStock(
  shop: MailShop,
  tx: Tx,
  item: RequestedItem,
  { email, mailbox_id }: { email: string; mailbox_id: string },
): Promise<void> {
  const name = requestedItemName(item);
  const { product, variant } = item;
  const lowStock = lowStockText(variant, product.sellUnit);
  const price = `${priceText(effectivePaise(variant))}${product.sellUnit === 'metre' ? ' a metre' : ''}`;
  const url = unsubscribeLink(shop, RESTOCK_LIST, mailbox_id);
  const content = {
    heading: `${product.name} is back`,
    lines: [
      `You asked us to tell you: ${name} is in stock again, at ${price}.${lowStock ? ` ${lowStock}.` : ''}`,
      'Others are waiting for it too, and we can’t reserve it. Please order soon.',
    ],
    action: { label: 'Add it to my cart', url: `${shop.settings.siteUrl}${restockPath(variant._id)}` },
    after: ['We will not email you about this item again.'],
    footer: { label: UNSUBSCRIBE, url },
  };
  const mailFields = { to: verifiedRecipient({ email }), kind: 'restock', subject: `Back in stock: ${name}` };
  await queueMail(tx, { ...mailFields, content, headers: unsubscribeHeaders(url), now: shop.now() });
}
