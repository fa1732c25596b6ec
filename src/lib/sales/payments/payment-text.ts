import { indianMinute } from '#lib/primitives/indian-time.ts';
import { priceText } from '#lib/shop/money/price-text.ts';

/** A WhatsApp message for the customer. `until` in epoch ms; `isKept`: the goods are reserved until then. */
export function paymentText(link: {
  shopName: string;
  number: string;
  amountPaise: number;
  until: number;
  isKept: boolean;
  url: string;
}): string {
  const { shopName, number, amountPaise, until, isKept, url } = link;
  const time = isKept ? 'We keep the goods for you until' : 'The link is valid until';
  return `${shopName}: please pay ${priceText(amountPaise)} for your order ${number}. ${time} ${indianMinute(until)}.\n${url}`;
}
