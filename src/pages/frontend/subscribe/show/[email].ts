import type { APIContext } from 'astro';
import { requestCodeSchema } from '#lib/customers/newsletter/newsletter.schema.ts';
import { requestNewsletterCode } from '#lib/customers/newsletter/newsletter.server.ts';
import { NEWSLETTER_MESSAGES, SENT_BY_PAGE, SENT_BY_PAGE_HEADER } from '#lib/customers/newsletter/newsletter.ts';
import { newsletterChallenge } from '#lib/customers/newsletter/newsletter-challenge.server.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';
import { endpoint } from '#lib/platform/http/endpoint/endpoint.server.ts';

export const GET = endpoint({
  admit: requireShopScript,
  input: requestCodeSchema,
  async run(shop, input, context) {
    const otp = await requestNewsletterCode(shop, input, context.locals.networks);
    return { otp, digits: await newsletterChallenge.digitsOf(context, otp) };
  },
  successMessage: NEWSLETTER_MESSAGES.sent,
});

/**
 * Throws `refused` if the request was not sent by a script of the shop. This GET request sends an email, so links,
 * pictures, prefetching and other sites must not be able to send it.
 */
function requireShopScript({ request }: APIContext): void {
  const { headers, method } = request;
  const isFetch = headers.get('sec-fetch-site') === 'same-origin' && headers.get('sec-fetch-dest') === 'empty';
  const isSentByPage = headers.get(SENT_BY_PAGE_HEADER) === SENT_BY_PAGE;
  if (method !== 'GET' || !isFetch || !isSentByPage || headers.has('sec-purpose'))
    throw new ShopError('refused', NEWSLETTER_MESSAGES.notSent);
}
