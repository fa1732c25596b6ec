/** A control, and the selector for the element that must be visible after the control is touched. */
export interface Touch {
  name: string;
  path: string;
  control: string;
  resultSelector: string;
  /** Whether the cart contains an item. */
  hasItemInCart?: boolean;
}

export const TOUCHED_PRODUCT = '/products/godavari-indigo-straight-kurta';

/** Controls that are touched before React is loaded. */
export const TOUCHES: Touch[] = [
  {
    name: 'menu',
    path: '/',
    control: 'button[popovertarget="mobile-menu"]',
    resultSelector: '#mobile-menu:popover-open',
  },
  { name: 'search', path: '/', control: 'a[data-opens-search]', resultSelector: 'dialog[open] input' },
  { name: 'quick view', path: '/products', control: '[data-quick-view]', resultSelector: 'dialog[open]' },
  {
    name: 'filter',
    path: '/products',
    control: '[data-open-filter]',
    resultSelector: '[data-filter-panel].is-open:not(.is-filling)',
  },
  {
    name: 'cart',
    path: '/',
    control: '[data-cart]',
    resultSelector: 'dialog[open] .cart-drawer-line button',
    hasItemInCart: true,
  },
  {
    name: 'add to cart',
    path: TOUCHED_PRODUCT,
    control: '[data-add-to-cart] [type=submit]',
    resultSelector: '[data-cart-count]:not(.hidden)',
  },
];
