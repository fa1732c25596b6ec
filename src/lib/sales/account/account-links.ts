export const ACCOUNT_LINKS = [
  { href: '/account/dashboard', label: 'Dashboard', about: '' },
  { href: '/account/orders', label: 'Orders', about: 'Follow a parcel, see an invoice, ask for an exchange.' },
  { href: '/account/address', label: 'Addresses', about: 'Where your parcels go.' },
  { href: '/account/wishlist', label: 'Wishlist', about: 'Products that you have saved.' },
  { href: '/account/profile', label: 'Profile', about: 'Your name, mobile number, devices and data.' },
  { href: '/account/reviews', label: 'Reviews', about: 'Your reviews of our products.' },
  {
    href: '/account/support-ticket',
    label: 'Support tickets',
    about: 'Ask us about an order or something you bought.',
  },
] as const;

export function isActiveLink(pathname: string, href: string): boolean {
  return pathname === href || pathname.startsWith(`${href}/`);
}
