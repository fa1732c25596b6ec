/** A control to touch, and the element that must then be visible, both as selectors. */
export interface Touch {
  name: string;
  path: string;
  controlSelector: string;
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
    controlSelector: 'button[popovertarget="mobile-menu"]',
    resultSelector: '#mobile-menu:popover-open',
  },
  { name: 'search', path: '/', controlSelector: 'a[data-opens-search]', resultSelector: 'dialog[open] input' },
  { name: 'quick view', path: '/products', controlSelector: '[data-quick-view]', resultSelector: 'dialog[open]' },
  {
    name: 'filter',
    path: '/products',
    controlSelector: '[data-open-filter]',
    resultSelector: '[data-filter-panel].is-open:not(.is-filling)',
  },
  {
    name: 'cart',
    path: '/',
    controlSelector: '[data-cart]',
    resultSelector: 'dialog[open] .cart-drawer-line button',
    hasItemInCart: true,
  },
  {
    name: 'add to cart',
    path: TOUCHED_PRODUCT,
    controlSelector: '[data-add-to-cart] [type=submit]',
    resultSelector: '[data-cart-count]:not(.hidden)',
  },
];
