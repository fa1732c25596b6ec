import { endpoint } from '#lib/http/endpoint.server.ts';
import { contactSchema } from '#lib/support/contact.schema.ts';
import { createContact } from '#lib/support/contact.server.ts';
import { CONTACT_DONE } from '#lib/support/contact.ts';

export { nothingHere as ALL } from '#lib/http/nothing-here.server.ts';

export const POST = endpoint({
  input: contactSchema,
  run: async (shop, input) => ({ _id: await createContact(shop, input) }),
  done: CONTACT_DONE,
  formGoesTo: '/contact',
});
