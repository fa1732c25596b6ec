import type { BrowserContext } from '@playwright/test';
import { sessionCookies } from './e2e-customer.ts';
import { BUYABLE } from './e2e-order.ts';
import { E2E_ORIGIN } from './e2e-origin.ts';
import type { PageFixture } from './page-fixture.ts';
import { ROUTE_FILES } from './routes.ts';

interface ShownPage {
  name: string;
  path(fixture: PageFixture): string;
  /** A form to send before the page is opened, because the page needs the cookie that the response sets. */
  formBefore?: { path: string; form(fixture: PageFixture): Record<string, string> };
  /** Whether the page is opened without a customer's login. */
  isVisitor?: boolean;
  /** A cookie that the page needs and that no form sets. */
  cookie?(fixture: PageFixture): { name: string; value: string };
}

const pageAt = (path: string, properties: Partial<ShownPage> = {}): ShownPage => ({
  name: path,
  path: () => path,
  ...properties,
});

const staffPage = (path: string) =>
  pageAt(path, { isVisitor: true, cookie: ({ staffToken }) => ({ name: 'admin', value: staffToken }) });

/** The pages that each .astro file below src/pages renders. `pagesBelow` throws an error if a file is not listed. */
const PAGES: Record<string, ShownPage[]> = {
  '404.astro': [pageAt('/no-such-page')],
  '500.astro': [pageAt('/500')],
  'account/address.astro': [pageAt('/account/address'), pageAt('/account/address?new=1')],
  'account/dashboard.astro': [
    pageAt('/account/dashboard'),
    pageAt('/account/dashboard', { name: 'log in first', isVisitor: true }),
  ],
  'account/orders/[orderId].astro': [
    { name: 'delivered order', path: ({ deliveredOrder }) => `/account/orders/${deliveredOrder}` },
    { name: 'unpaid order', path: ({ unpaidOrder }) => `/account/orders/${unpaidOrder}?placed=1` },
  ],
  'account/orders/[orderId]/exchange.astro': [
    { name: 'exchange', path: ({ deliveredOrder }) => `/account/orders/${deliveredOrder}/exchange` },
  ],
  'account/orders/index.astro': [pageAt('/account/orders')],
  'account/profile.astro': [pageAt('/account/profile'), pageAt('/account/profile?edit=1')],
  'account/reviews/delete.astro': [
    { name: 'delete a review', path: ({ rowIds }) => `/account/reviews/delete?review=${rowIds.review}` },
  ],
  'account/reviews/edit.astro': [
    { name: 'edit a review', path: ({ rowIds }) => `/account/reviews/edit?product=${rowIds.product}` },
  ],
  'account/reviews/index.astro': [pageAt('/account/reviews')],
  'account/support-ticket/[id].astro': [
    { name: 'ticket', path: ({ rowIds }) => `/account/support-ticket/${rowIds.ticket}` },
  ],
  'account/support-ticket/index.astro': [pageAt('/account/support-ticket')],
  'account/wishlist.astro': [pageAt('/account/wishlist')],
  'admin/account/authenticator.astro': [
    { ...staffPage('/admin/account/authenticator'), name: 'set up an authenticator app' },
  ],
  'admin/account/index.astro': [staffPage('/admin/account')],
  'admin/confirm/index.astro': [staffPage('/admin/confirm')],
  'admin/content/[folder]/[file]/history.astro': [staffPage('/admin/content/blog/mending/history?version=0')],
  'admin/content/[folder]/[file]/index.astro': [
    staffPage('/admin/content/blog/how-khadi-is-spun'),
    staffPage('/admin/content/faq/delivery'),
    staffPage('/admin/content/policies/privacy-policy'),
  ],
  'admin/content/index.astro': [staffPage('/admin/content')],
  'admin/content/new.astro': [staffPage('/admin/content/new?folder=blog')],
  'admin/content/preview.astro': [
    staffPage('/admin/content/preview?folder=blog&file=how-khadi-is-spun'),
    staffPage('/admin/content/preview?folder=faq&file=delivery'),
  ],
  'admin/customers/cash/index.astro': [staffPage('/admin/customers/cash')],
  'admin/customers/[id]/index.astro': [
    { ...staffPage(''), name: 'customer', path: ({ id }) => `/admin/customers/${id}` },
  ],
  'admin/customers/index.astro': [
    staffPage('/admin/customers?orders=some'),
    staffPage('/admin/customers?search=no-such-person'),
  ],
  'admin/customers/newsletter/index.astro': [staffPage('/admin/customers/newsletter')],
  'admin/customers/searches/index.astro': [staffPage('/admin/customers/searches?find=kurta')],
  'admin/customers/waiting.astro': [staffPage('/admin/customers/waiting')],
  'admin/index.astro': [staffPage('/admin')],
  'admin/inbox/bulk/[id]/index.astro': [
    {
      ...staffPage(''),
      name: 'result of closing rows',
      path: ({ inboxBulkAction }) => `/admin/inbox/bulk/${inboxBulkAction}`,
    },
  ],
  'admin/inbox/bulk/index.astro': [
    {
      ...staffPage(''),
      name: 'preview of closing rows',
      path: ({ inbox }) => `/admin/inbox/bulk?item=message:${inbox.message}&item=exchange:${inbox.exchange}`,
    },
  ],
  'admin/inbox/exchanges/[id]/index.astro': [
    {
      ...staffPage(''),
      name: 'exchange in the inbox',
      path: ({ inbox }) => `/admin/inbox/exchanges/${inbox.exchange}`,
    },
  ],
  'admin/inbox/index.astro': [staffPage('/admin/inbox?state=all'), staffPage('/admin/inbox?search=no-such-person')],
  'admin/inbox/messages/[id]/index.astro': [
    { ...staffPage(''), name: 'message in the inbox', path: ({ inbox }) => `/admin/inbox/messages/${inbox.message}` },
  ],
  'admin/inbox/replies/[id]/index.astro': [
    { ...staffPage(''), name: 'saved reply', path: ({ inbox }) => `/admin/inbox/replies/${inbox.reply}` },
  ],
  'admin/inbox/replies/index.astro': [staffPage('/admin/inbox/replies')],
  'admin/inbox/reviews/[id]/index.astro': [
    { ...staffPage(''), name: 'review in the inbox', path: ({ rowIds }) => `/admin/inbox/reviews/${rowIds.review}` },
  ],
  'admin/inbox/tickets/[id]/index.astro': [
    {
      ...staffPage(''),
      name: 'ticket in the inbox',
      path: ({ inbox }) => `/admin/inbox/tickets/${inbox.ticket}?reply=${inbox.reply}`,
    },
  ],
  'admin/log.astro': [staffPage('/admin/log')],
  'admin/money/cash.astro': [staffPage('/admin/money/cash')],
  'admin/money/credit-notes/index.astro': [staffPage('/admin/money/credit-notes')],
  'admin/money/goods.astro': [staffPage('/admin/money/goods?by=category')],
  'admin/money/gstr-1/index.astro': [staffPage('/admin/money/gstr-1')],
  'admin/money/index.astro': [staffPage('/admin/money')],
  'admin/money/settlements/index.astro': [staffPage('/admin/money/settlements')],
  'admin/money/returned-parcels.astro': [staffPage('/admin/money/returned-parcels')],
  'admin/money/returns.astro': [staffPage('/admin/money/returns')],
  'admin/orders/[id]/credit/index.astro': [
    {
      ...staffPage(''),
      name: 'return of a part in the admin',
      path: ({ deliveredOrder }) => `/admin/orders/${deliveredOrder}/credit?action=returned&preview=1&line0=1`,
    },
  ],
  'admin/orders/[id]/index.astro': [
    { ...staffPage(''), name: 'order in the admin', path: ({ deliveredOrder }) => `/admin/orders/${deliveredOrder}` },
    { ...staffPage(''), name: 'unpaid order in the admin', path: ({ unpaidOrder }) => `/admin/orders/${unpaidOrder}` },
    {
      ...staffPage(''),
      name: 'unconfirmed order in the admin',
      path: ({ unconfirmedOrder }) => `/admin/orders/${unconfirmedOrder}`,
    },
  ],
  'admin/orders/[id]/pack/index.astro': [
    { ...staffPage(''), name: 'pack an order', path: ({ openOrder }) => `/admin/orders/${openOrder}/pack` },
  ],
  'admin/orders/bulk/[id]/index.astro': [
    { ...staffPage(''), name: 'result of a bulk action', path: ({ bulkAction }) => `/admin/orders/bulk/${bulkAction}` },
  ],
  'admin/orders/bulk/index.astro': [
    {
      ...staffPage(''),
      name: 'preview of a bulk action',
      path: ({ deliveredOrder, openOrder }) =>
        `/admin/orders/bulk?action=shipped&order=${deliveredOrder}&order=${openOrder}`,
    },
  ],
  'admin/orders/drafts/[id]/index.astro': [
    {
      ...staffPage(''),
      name: 'draft of an order, with a search',
      path: ({ draft }) => `/admin/orders/drafts/${draft}?search=shirt`,
    },
  ],
  'admin/orders/index.astro': [
    staffPage('/admin/orders?status=all&sort=highest'),
    staffPage('/admin/orders?search=no-such-order'),
  ],
  'admin/packing.astro': [
    staffPage('/admin/packing'),
    {
      ...staffPage(''),
      name: 'pick list',
      path: ({ deliveredOrder, openOrder }) => `/admin/packing?order=${openOrder}&order=${deliveredOrder}`,
    },
  ],
  'admin/print/index.astro': [
    {
      ...staffPage(''),
      name: 'choose what to print',
      path: ({ deliveredOrder, unpaidOrder }) => `/admin/print?order=${deliveredOrder}&order=${unpaidOrder}`,
    },
  ],
  'admin/print/labels.astro': [staffPage('/admin/print/labels?goods=no-such-product')],
  'admin/orders/new.astro': [staffPage('/admin/orders/new')],
  'admin/products/[id]/index.astro': [staffPage('/admin/products/1')],
  'admin/products/[id]/delete/index.astro': [staffPage('/admin/products/1/delete')],
  'admin/products/bulk/[id]/index.astro': [
    {
      ...staffPage(''),
      name: 'preview of a bulk change of products',
      path: ({ productBulkAction }) => `/admin/products/bulk/${productBulkAction}`,
    },
  ],
  'admin/products/bulk/index.astro': [
    staffPage('/admin/products/bulk'),
    staffPage('/admin/products/bulk?for=chosen&product=1&product=2'),
    staffPage('/admin/products/bulk?for=all&list=search%3Dkurta%26status%3Dactive'),
  ],
  'admin/products/import/[id]/index.astro': [
    {
      ...staffPage(''),
      name: 'preview of an import',
      path: ({ productImport }) => `/admin/products/import/${productImport}`,
    },
  ],
  'admin/products/import/index.astro': [staffPage('/admin/products/import')],
  'admin/products/[id]/texts.astro': [staffPage('/admin/products/1/texts')],
  'admin/products/[id]/pictures/crop/index.astro': [staffPage('/admin/products/1/pictures/crop?at=0')],
  'admin/products/[id]/preview.astro': [staffPage('/admin/products/1/preview')],
  'admin/products/index.astro': [
    staffPage('/admin/products'),
    staffPage('/admin/products?search=dungarees&open=3'),
    staffPage('/admin/products?search=no-such-product'),
  ],
  'admin/products/new.astro': [staffPage('/admin/products/new')],
  // The other settings have the same form, with fewer fields of the same kinds.
  'admin/settings/[id]/index.astro': [
    ...['shop', 'delivery', 'texts', 'menus', 'look', 'gst-rates', 'colors'],
    ...['colors?part=Gold', 'size-guide?part=men', 'size-figures?part=men', 'search-words?part=synonyms'],
  ].map((slug) => staffPage(`/admin/settings/${slug}`)),
  'admin/settings/[id]/history.astro': [staffPage('/admin/settings/shop/history')],
  'admin/settings/coupons/[id]/index.astro': [staffPage('/admin/settings/coupons/WELCOME10')],
  'admin/settings/coupons/index.astro': [staffPage('/admin/settings/coupons')],
  'admin/settings/coupons/new.astro': [staffPage('/admin/settings/coupons/new')],
  'admin/settings/index.astro': [staffPage('/admin/settings')],
  'admin/settings/speed.astro': [staffPage('/admin/settings/speed?page=product')],
  'admin/shipping/index.astro': [
    staffPage('/admin/shipping'),
    {
      ...staffPage(''),
      name: 'book couriers',
      path: ({ ratedOrder, openOrder, deliveredOrder }) =>
        `/admin/shipping?of=${ratedOrder},${openOrder},${deliveredOrder}`,
    },
  ],
  'admin/shipping/tracking/[id].astro': [
    {
      ...staffPage(''),
      name: 'tracking numbers of a courier',
      path: ({ bulkAction }) => `/admin/shipping/tracking/${bulkAction}`,
    },
  ],
  'admin/shipping/undelivered.astro': [staffPage('/admin/shipping/undelivered')],
  'admin/sign-in/code.astro': [pageAt('/admin/sign-in/code', { isVisitor: true })],
  'admin/sign-in/index.astro': [pageAt('/admin/sign-in', { isVisitor: true })],
  'admin/staff/index.astro': [staffPage('/admin/staff')],
  'back-in-stock/[variantId]/code.astro': [
    {
      name: 'code for a sold-out product',
      path: ({ soldOutVariant }) => `/back-in-stock/${soldOutVariant.id}/code`,
      isVisitor: true,
      formBefore: {
        path: '/back-in-stock/start',
        form: ({ soldOutVariant, email }) => ({ variant: soldOutVariant.id, email }),
      },
    },
  ],
  'back-in-stock/[variantId]/index.astro': [
    { name: 'sold-out product', path: ({ soldOutVariant }) => `/back-in-stock/${soldOutVariant.id}`, isVisitor: true },
  ],
  'back-in-stock/unsubscribe/[token].astro': [
    {
      name: 'unsubscribe from restock emails',
      path: ({ restockToken }) => `/back-in-stock/unsubscribe/${restockToken}`,
    },
  ],
  'blogs/[slug].astro': [pageAt('/blogs/how-khadi-is-spun')],
  'blogs/index.astro': [pageAt('/blogs')],
  'cart.astro': [pageAt('/cart'), pageAt('/cart', { name: 'empty cart', isVisitor: true })],
  'checkout/index.astro': [
    pageAt('/checkout?step=contact'),
    pageAt('/checkout?step=address'),
    pageAt('/checkout?step=delivery'),
    pageAt('/checkout?step=payment'),
  ],
  'checkout/payment/[orderId].astro': [
    { name: 'payment', path: ({ unpaidOrder }) => `/checkout/payment/${unpaidOrder}` },
  ],
  'checkout/verify.astro': [
    pageAt('/checkout/verify', { cookie: ({ orderCodeToken }) => ({ name: 'order-code', value: orderCodeToken }) }),
  ],
  'contact.astro': [pageAt('/contact')],
  'demo/mailbox/index.astro': [pageAt('/demo/mailbox')],
  'faq.astro': [pageAt('/faq')],
  'index.astro': [pageAt('/')],
  'login.astro': [pageAt('/login', { isVisitor: true })],
  'login/link.astro': [pageAt('/login/link?token=x', { isVisitor: true })],
  'newsletter/code.astro': [
    pageAt('/newsletter/code', {
      isVisitor: true,
      formBefore: { path: '/newsletter/start', form: ({ email }) => ({ email }) },
    }),
  ],
  'newsletter/index.astro': [pageAt('/newsletter')],
  'newsletter/unsubscribe/[token].astro': [
    {
      name: 'unsubscribe from the newsletter',
      path: ({ newsletterToken }) => `/newsletter/unsubscribe/${newsletterToken}`,
    },
  ],
  'notice/contact.astro': [pageAt('/notice/contact')],
  'notice/index.astro': [pageAt('/notice')],
  'offline.astro': [pageAt('/offline')],
  'orders/confirm/[token].astro': [
    { name: 'confirm a cash order', path: ({ confirmToken }) => `/orders/confirm/${confirmToken}` },
    { name: 'nothing to confirm', path: ({ trackToken }) => `/orders/confirm/${trackToken}`, isVisitor: true },
  ],
  'orders/track/[token]/exchange.astro': [
    { name: 'guest’s exchange', path: ({ trackToken }) => `/orders/track/${trackToken}/exchange` },
  ],
  'orders/track/[token]/help.astro': [
    { name: 'guest’s help', path: ({ trackToken }) => `/orders/track/${trackToken}/help` },
  ],
  'orders/track/[token]/index.astro': [
    { name: 'guest’s order', path: ({ trackToken }) => `/orders/track/${trackToken}`, isVisitor: true },
  ],
  'outfits/[slug].astro': [pageAt('/outfits/gallery-afternoon')],
  'pay/[token].astro': [{ name: 'payment link', path: ({ payToken }) => `/pay/${payToken}`, isVisitor: true }],
  'privacy-policy.astro': [pageAt('/privacy-policy')],
  'products/[slug]/[variantId].astro': [
    { name: 'sold-out variant', path: ({ soldOutVariant }) => `/products/${soldOutVariant.slug}/${soldOutVariant.id}` },
  ],
  'products/[slug]/cloth.astro': [
    pageAt('/products/kora-single-mulmul/cloth?garment=women:+Kurta,+calf+length,+full+sleeve,+XXXL&count=10'),
  ],
  'products/[slug]/index.astro': [
    pageAt(`/products/${BUYABLE.slug}`),
    pageAt('/products/kora-single-mulmul'),
    pageAt('/products/godavari-indigo-straight-kurta?editreview=1'),
  ],
  'products/[slug]/reviews.astro': [pageAt('/products/godavari-indigo-straight-kurta/reviews')],
  'products/index.astro': [
    pageAt('/products'),
    pageAt('/products?search=zzzz'),
    pageAt('/products?category=women-kurtas&color=blue,red&size=m&open_filter=true'),
    pageAt(`/products?quickView=${BUYABLE.slug}`),
  ],
  'public/orders/credit-note/[orderId].astro': [
    {
      name: 'credit note',
      path: ({ rowIds }) => `/public/orders/credit-note/${rowIds.order}?number=CN-${rowIds.order}`,
    },
  ],
  'public/orders/invoice/[orderId].astro': [
    { name: 'invoice', path: ({ deliveredOrder }) => `/public/orders/invoice/${deliveredOrder}` },
  ],
  'public/payment-gateway/[orderId]/index.astro': [
    { name: 'payment gateway', path: ({ unpaidOrder }) => `/public/payment-gateway/${unpaidOrder}` },
  ],
  'register.astro': [pageAt('/register', { isVisitor: true })],
  'returns-policy.astro': [pageAt('/returns-policy')],
  'search.astro': [pageAt('/search'), pageAt('/search?search=blue kurta under 2000')],
  'shipping-policy.astro': [pageAt('/shipping-policy')],
  'size-guide.astro': [pageAt('/size-guide')],
  'size-guide/child.astro': [pageAt('/size-guide/child?height=104&years=3&months=8')],
  'swatches.astro': [pageAt('/swatches')],
  'terms-conditions.astro': [pageAt('/terms-conditions')],
  'verify.astro': [
    pageAt('/verify', {
      isVisitor: true,
      formBefore: { path: '/auth/customer/login', form: ({ email }) => ({ email }) },
    }),
  ],
};

/** Every page of the shop, in the order of the files below src/pages. */
export const SHOWN_PAGES: readonly ShownPage[] = pagesBelow('');

/** Returns the pages for the files below a folder of src/pages, such as `admin/`. */
export function pagesBelow(folder: string): ShownPage[] {
  const files = ROUTE_FILES.filter((file) => file.startsWith(folder) && file.endsWith('.astro'));
  return files.flatMap((file) => {
    const pages = PAGES[file];
    if (!pages) throw new Error(`shown-pages.ts has no address for src/pages/${file}`);
    return pages;
  });
}

/** Sets the cookies that the page needs. */
export async function prepareBrowser(context: BrowserContext, page: ShownPage, fixture: PageFixture): Promise<void> {
  const url = E2E_ORIGIN;
  if (!page.isVisitor) await context.addCookies(sessionCookies(fixture.token));
  if (page.cookie) await context.addCookies([{ ...page.cookie(fixture), url, sameSite: 'Lax' }]);
  if (page.formBefore) {
    const { path, form } = page.formBefore;
    await context.request.post(url + path, { headers: { origin: url }, form: form(fixture) });
  }
}
