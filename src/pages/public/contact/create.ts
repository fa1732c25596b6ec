import { contactSchema } from '#lib/customers/contact/contact.schema.ts';
import { countContactMessage, createContactMessage } from '#lib/customers/contact/contact.server.ts';
import { CONTACT_DONE, CONTACT_FIELDS } from '#lib/customers/contact/contact.ts';
import { endpoint } from '#lib/platform/http/endpoint/endpoint.server.ts';

export const POST = endpoint({
  input: contactSchema,
  oldInputFields: CONTACT_FIELDS,
  errorRedirectTo: () => '/notice/contact',
  async run(shop, input, { locals }) {
    await countContactMessage(shop, locals.networks);
    return { _id: await createContactMessage(shop, input) };
  },
  successMessage: CONTACT_DONE,
  redirectTo: '/contact',
});
