import { codeSchema } from '#lib/customers/newsletter/newsletter.schema.ts';
import { checkNewsletterCode, subscribe } from '#lib/customers/newsletter/newsletter.server.ts';
import { NEWSLETTER_MESSAGES } from '#lib/customers/newsletter/newsletter.ts';
import { newsletterChallenge } from '#lib/customers/newsletter/newsletter-challenge.server.ts';
import { endpoint } from '#lib/platform/http/endpoint/endpoint.server.ts';

export const POST = endpoint({
  input: codeSchema,
  async run(shop, { code }, context) {
    const token = newsletterChallenge.read(context);
    const email = await checkNewsletterCode(shop, { token, code }, context.locals.networks);
    await subscribe(shop, { email }, token);
    newsletterChallenge.drop(context);
    return null;
  },
  successMessage: NEWSLETTER_MESSAGES.done,
  redirectTo: '/newsletter',
});
