import { subscribeSchema } from '#lib/newsletter/newsletter.schema.ts';
import { subscribe } from '#lib/newsletter/newsletter.server.ts';
import { NEWSLETTER_MESSAGES } from '#lib/newsletter/newsletter.ts';
import { newsletterChallenge } from '#lib/newsletter/newsletter-challenge.server.ts';
import { endpoint } from '#lib/platform/http/endpoint.server.ts';

export const POST = endpoint({
  input: subscribeSchema,
  async run(shop, input, context) {
    await subscribe(shop, input, newsletterChallenge.read(context));
    newsletterChallenge.drop(context);
    return null;
  },
  done: NEWSLETTER_MESSAGES.done,
  formGoesTo: '/newsletter',
});
