import { confirmSchema } from '#lib/newsletter/newsletter.schema.ts';
import { checkNewsletterCode } from '#lib/newsletter/newsletter.server.ts';
import { newsletterChallenge } from '#lib/newsletter/newsletter-challenge.server.ts';
import { endpoint } from '#lib/platform/http/endpoint.server.ts';

export const PATCH = endpoint({
  input: confirmSchema,
  async run(shop, { email, otp, code }, context) {
    await checkNewsletterCode(shop, { email, token: otp, code }, context.locals.networks);
    newsletterChallenge.keep(context, otp);
    return null;
  },
});
