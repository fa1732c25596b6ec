import { endpoint } from '#lib/http/endpoint.server.ts';
import { contactSchema } from '#lib/support/contact.schema.ts';
import { countContact, createContact } from '#lib/support/contact.server.ts';
import { CONTACT_DONE } from '#lib/support/contact.ts';

export { nothingHere as ALL } from '#lib/http/nothing-here.server.ts';

export const POST = endpoint({
  input: contactSchema,
  keepsTyped: ['name', 'mobile', 'email', 'content'],
  refusedFormGoesTo: () => '/notice/contact',
  async run(shop, input, { locals }) {
    await countContact(shop, locals.clientAddress);
    return { _id: await createContact(shop, input) };
  },
  done: CONTACT_DONE,
  formGoesTo: '/contact',
});
