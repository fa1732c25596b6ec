import { adminEndpoint } from '#lib/admin/access/admin-endpoint.server.ts';
import { removeSynonyms } from '#lib/catalog/search/change-synonyms.server.ts';
import { LISTED_SYNONYMS } from '#lib/catalog/search/search-words.schema.ts';

export const POST = adminEndpoint({
  input: LISTED_SYNONYMS,
  async run(shop, { line }) {
    await removeSynonyms(shop, line);
    return { line };
  },
  successMessage: ({ line }) => `Searches no longer use the line “${line}”.`,
  redirectTo: '/admin/customers/searches',
});
