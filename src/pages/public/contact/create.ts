import { contactSchema } from '#lib/customers/contact/contact.schema.ts';
import { countContact, createContact } from '#lib/customers/contact/contact.server.ts';
import { CONTACT_DONE, CONTACT_FIELDS } from '#lib/customers/contact/contact.ts';
import { endpoint } from '#lib/platform/http/endpoint/endpoint.server.ts';

export const POST = endpoint({
  input: contactSchema,
  keepsOldInput: CONTACT_FIELDS,
  errorRedirectTo: () => '/notice/contact',
  async run(shop, input, { locals }) {
    await countContact(shop, locals.networks);
    return { _id: await createContact(shop, input) };
  },
  successMessage: CONTACT_DONE,
  redirectTo: '/contact',
});
