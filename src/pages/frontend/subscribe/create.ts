import { endpoint } from '#lib/http/endpoint.server.ts';
import { subscribeSchema } from '#lib/newsletter/newsletter.schema.ts';
import { subscribe } from '#lib/newsletter/newsletter.server.ts';
import { NEWSLETTER_MESSAGES } from '#lib/newsletter/newsletter.ts';
import { dropNewsletterChallenge, readNewsletterChallenge } from '#lib/newsletter/newsletter-challenge.server.ts';

export { nothingHere as ALL } from '#lib/http/nothing-here.server.ts';

export const POST = endpoint({
  input: subscribeSchema,
  async run(shop, input, context) {
    await subscribe(shop, input, readNewsletterChallenge(context));
    dropNewsletterChallenge(context);
    return null;
  },
  done: NEWSLETTER_MESSAGES.done,
  formGoesTo: '/newsletter',
});
