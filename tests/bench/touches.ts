/** A control, and what must be visible after a touch on it. */
export interface Touch {
  name: string;
  path: string;
  control: string;
  shown: string;
  /** With a line in the cart. */
  withCart?: boolean;
}

export const TOUCHED_PRODUCT = '/products/godavari-indigo-straight-kurta';

/** React is not loaded yet when they are touched. */
export const TOUCHES: Touch[] = [
  { name: 'menu', path: '/', control: 'button[popovertarget="mobile-menu"]', shown: '#mobile-menu:popover-open' },
  { name: 'search', path: '/', control: 'a[data-opens-search]', shown: 'dialog[open] input' },
  { name: 'quick view', path: '/products', control: '[data-quick-view]', shown: 'dialog[open]' },
  {
    name: 'filter',
    path: '/products',
    control: '[data-open-filter]',
    shown: '[data-filter-panel].is-open:not(.is-filling)',
  },
  { name: 'cart', path: '/', control: '[data-cart]', shown: 'dialog[open] .cart-drawer-line button', withCart: true },
  {
    name: 'add to cart',
    path: TOUCHED_PRODUCT,
    control: '[data-add-to-cart] [type=submit]',
    shown: '[data-cart-count]:not(.hidden)',
  },
];
