import { confirmSchema } from '#lib/customers/newsletter/newsletter.schema.ts';
import { checkNewsletterCode } from '#lib/customers/newsletter/newsletter.server.ts';
import { newsletterChallenge } from '#lib/customers/newsletter/newsletter-challenge.server.ts';
import { endpoint } from '#lib/platform/http/endpoint/endpoint.server.ts';

export const PATCH = endpoint({
  input: confirmSchema,
  async run(shop, { email, otp, code }, context) {
    await checkNewsletterCode(shop, { email, token: otp, code }, context.locals.networks);
    newsletterChallenge.save(context, otp);
    return null;
  },
});
