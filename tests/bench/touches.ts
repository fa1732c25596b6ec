/** A control, and the selector of the element that must be visible after a touch on it. */
export interface Touch {
  name: string;
  path: string;
  control: string;
  shown: string;
  /** Whether the cart contains an item. */
  withCart?: boolean;
}

export const TOUCHED_PRODUCT = '/products/godavari-indigo-straight-kurta';

/** Controls that are touched before React is loaded. */
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
