import type { DeliveryPrices } from '#lib/sales/cart/delivery/delivery.schema.ts';

const DEFAULT_ZONE: DeliveryPrices['zones'][number] = {
  name: 'India',
  prefixes: [''],
  pricePaise: 7_900,
  days: [3, 7],
  cod: true,
  codFeePaise: 0,
};

/**
 * Returns the terms with this answer applied, or a message if the answer is invalid. `isOwn` is whether the terms are
 * the owner's: the zones of the demo's terms are replaced by `DEFAULT_ZONE`.
 */
export function withDeliveryAnswer(
  terms: DeliveryPrices,
  isOwn: boolean,
  name: string,
  answer: string,
): DeliveryPrices | string {
  const [zone = DEFAULT_ZONE] = isOwn ? terms.zones : [];
  const withZone = (change: Partial<typeof zone>): DeliveryPrices => ({ ...terms, zones: [{ ...zone, ...change }] });
  if (name === 'delivery.cod') {
    const match = /^(?:(y|yes|true|on)|n|no|false|off)$/i.exec(answer);
    return match ? withZone({ cod: match[1] !== undefined }) : 'Enter yes or no.';
  }
  if (name === 'delivery.days') {
    const [, from, to] = /^(\d{1,2})(?:\s*(?:-|–|to)\s*(\d{1,2}))?$/.exec(answer) ?? [];
    return from ? withZone({ days: [Number(from), Number(to ?? from)] }) : 'Enter a range of days, such as 3-7.';
  }
  const rupeesText = /^(?:₹|Rs\.?)?\s*(\d{1,6}(?:\.\d{1,2})?)$/i.exec(answer.replaceAll(',', ''))?.[1];
  if (rupeesText === undefined) return 'Enter an amount in rupees, such as 79.';
  const paise = Math.round(Number(rupeesText) * 100);
  return name === 'delivery.price' ? withZone({ pricePaise: paise }) : { ...withZone({}), freeFromPaise: paise };
}

/** Returns the current answer to a question about delivery. */
export function deliveryAnswer({ zones: [zone = DEFAULT_ZONE], freeFromPaise }: DeliveryPrices, name: string): string {
  if (name === 'delivery.cod') return zone.cod ? 'yes' : 'no';
  if (name === 'delivery.days') return zone.days.join('-');
  return String((name === 'delivery.price' ? zone.pricePaise : freeFromPaise) / 100);
}
