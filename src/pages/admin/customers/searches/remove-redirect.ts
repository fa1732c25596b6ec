import { adminEndpoint } from '#lib/admin/access/admin-endpoint.server.ts';
import { removeRedirect } from '#lib/content/content/destinations/destinations.server.ts';
import { REDIRECT_TERM } from '#lib/content/content/destinations/search-redirect.schema.ts';

export const POST = adminEndpoint({
  input: REDIRECT_TERM,
  async run(shop, { term }) {
    await removeRedirect(shop, term);
    return { term };
  },
  successMessage: ({ term }) => `Searches for “${term}” show their results again.`,
  redirectTo: '/admin/customers/searches',
});
