import { adminEndpoint } from '#lib/admin/access/admin-endpoint.server.ts';
import { LISTED_REDIRECT } from '#lib/content/content/destinations/search-redirect.schema.ts';
import { removeRedirect } from '#lib/content/content/destinations/search-redirects.server.ts';

export const POST = adminEndpoint({
  input: LISTED_REDIRECT,
  async run(shop, { term }) {
    await removeRedirect(shop, term);
    return { term };
  },
  successMessage: ({ term }) => `Searches for “${term}” show their results again.`,
  redirectTo: '/admin/customers/searches',
});
