import { adminEndpoint } from '#lib/admin/access/admin-endpoint.server.ts';
import { SEARCH_REDIRECT } from '#lib/content/content/places/search-redirect.schema.ts';
import { addRedirect } from '#lib/content/content/places/search-redirects.server.ts';

export const POST = adminEndpoint({
  input: SEARCH_REDIRECT,
  run: addRedirect,
  done: ({ term, place }) => `Searches for “${term}” now lead to “${place.name}”.`,
  formGoesTo: '/admin/customers/searches',
  keepsOldInput: 'all',
});
