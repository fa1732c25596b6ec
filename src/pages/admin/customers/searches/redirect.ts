import { adminEndpoint } from '#lib/admin/access/admin-endpoint.server.ts';
import { addRedirect } from '#lib/content/content/destinations/destinations.server.ts';
import { SEARCH_REDIRECT } from '#lib/content/content/destinations/search-redirect.schema.ts';

export const POST = adminEndpoint({
  input: SEARCH_REDIRECT,
  run: addRedirect,
  successMessage: ({ term, destination }) => `Searches for “${term}” now lead to “${destination.name}”.`,
  redirectTo: '/admin/customers/searches',
  oldInputFields: 'all',
});
