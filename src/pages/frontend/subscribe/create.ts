import { subscribeSchema } from '#lib/customers/newsletter/newsletter.schema.ts';
import { subscribe } from '#lib/customers/newsletter/newsletter.server.ts';
import { NEWSLETTER_MESSAGES } from '#lib/customers/newsletter/newsletter.ts';
import { newsletterChallenge } from '#lib/customers/newsletter/newsletter-challenge.server.ts';
import { endpoint } from '#lib/platform/http/endpoint/endpoint.server.ts';

export const POST = endpoint({
  input: subscribeSchema,
  async run(shop, input, context) {
    await subscribe(shop, input, newsletterChallenge.read(context));
    newsletterChallenge.drop(context);
    return null;
  },
  successMessage: NEWSLETTER_MESSAGES.done,
  redirectTo: '/newsletter',
});
