import type { ShopSettings } from '#lib/shop/settings/settings.schema.ts';

/** Returns the links to the shop's phone number and email address. The text of a missing one is empty. */
export function contactLinks({ mobile, email }: ShopSettings['address']) {
  return [
    { label: 'Phone', text: mobile && `+91 ${mobile}`, href: `tel:+91${mobile}` },
    { label: 'Email', text: email, href: `mailto:${email}` },
  ];
}
