import { indianDay } from '#lib/primitives/indian-time.ts';
import type { EXCHANGE_REASONS } from '#lib/sales/exchanges/exchange.ts';
import type { ShopSettings } from '#lib/shop/settings/settings.schema.ts';

export interface ReturnInstruction {
  label: string;
  text: string;
}

interface ApprovedExchange {
  orderNumber: string;
  reasons: readonly string[];
  expiresAt: number;
  shop: Pick<ShopSettings, 'name' | 'address'>;
}

const CHANGED_MIND: (typeof EXCHANGE_REASONS)[number] = 'Changed my mind';

export function returnInstructions({ orderNumber, reasons, expiresAt, shop }: ApprovedExchange): ReturnInstruction[] {
  const hasChangedMind = reasons.length === 1 && reasons[0] === CHANGED_MIND;
  return [
    {
      label: 'Send it to',
      text: `${shop.name}, Exchanges, ${shop.address.address}. Mobile +91 ${shop.address.mobile}`,
    },
    {
      label: 'By when',
      text: `It should reach us by ${indianDay(expiresAt - 1)}. We are keeping the new goods for you until then.`,
    },
    { label: 'On the parcel', text: `Write the order number, ${orderNumber}, on the outside.` },
    { label: 'Put in', text: 'Only the goods of this exchange, unworn and unwashed, with their tags.' },
    {
      label: 'Who pays',
      text: hasChangedMind
        ? 'You pay the postage, because you have changed your mind.'
        : `We do. Send it by ordinary post or a courier of your choice, and email a photograph of the receipt to ${shop.address.email}: we pay ordinary postage back.`,
    },
  ];
}
