import { indianDateTime } from '#lib/primitives/indian-time.ts';
import { priceText } from '#lib/shop/money/price-text.ts';

/**
 * Returns the text of a WhatsApp message that asks the customer to pay. `until` is the time at which the link expires,
 * in epoch ms. `isReserved` means that the goods are reserved until then.
 */
export function paymentRequestText(link: {
  shopName: string;
  number: string;
  amountPaise: number;
  until: number;
  isReserved: boolean;
  url: string;
}): string {
  const { shopName, number, amountPaise, until, isReserved, url } = link;
  const deadlineIntro = isReserved ? 'We keep the goods for you until' : 'The link is valid until';
  return `${shopName}: please pay ${priceText(amountPaise)} for your order ${number}. ${deadlineIntro} ${indianDateTime(until)}.\n${url}`;
}
