import { subscribeSchema } from '#lib/customers/newsletter/newsletter.schema.ts';
import { requestNewsletterCode } from '#lib/customers/newsletter/newsletter.server.ts';
import { NEWSLETTER_MESSAGES } from '#lib/customers/newsletter/newsletter.ts';
import { newsletterChallenge } from '#lib/customers/newsletter/newsletter-challenge.server.ts';
import { endpoint } from '#lib/platform/http/endpoint/endpoint.server.ts';

export const POST = endpoint({
  input: subscribeSchema,
  async run(shop, input, context) {
    newsletterChallenge.save(context, await requestNewsletterCode(shop, input, context.locals.networks));
    return null;
  },
  successMessage: NEWSLETTER_MESSAGES.sent,
  redirectTo: '/newsletter/code',
  oldInputFields: ['email'],
});
