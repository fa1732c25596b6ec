import { adminEndpoint } from '#lib/admin/access/admin-endpoint.server.ts';
import { addSynonyms } from '#lib/catalog/search/change-synonyms.server.ts';
import { NEW_SYNONYMS } from '#lib/catalog/search/search-words.schema.ts';

export const POST = adminEndpoint({
  input: NEW_SYNONYMS,
  async run(shop, { line }) {
    await addSynonyms(shop, line);
    return { line };
  },
  successMessage: ({ line }) => `Searches now use the line “${line}”.`,
  redirectTo: '/admin/customers/searches',
  oldInputFields: ['line'],
});
