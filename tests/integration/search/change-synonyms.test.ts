import { expect, test } from 'vitest';
import { addSynonyms, removeSynonyms } from '#lib/catalog/search/change-synonyms.server.ts';
import { synonymLines } from '#lib/catalog/search/search-language.server.ts';
import { NEW_SYNONYMS } from '#lib/catalog/search/search-words.schema.ts';
import { onBothEngines } from '#support/database.ts';

onBothEngines('synonyms', (open) => {
  test('that the owner added are deleted, and shipped ones are turned off and on', async () => {
    const db = await open();
    const shop = { db, now: Date.now };
    const shippedLine = (await synonymLines(db))[0]?.line ?? '';
    await addSynonyms(shop, 'jhabla > frock');
    await removeSynonyms(shop, shippedLine);
    const findSynonym = async (line: string) => (await synonymLines(db)).find((synonym) => synonym.line === line);
    expect(await findSynonym('jhabla > frock')).toMatchObject({ isOwn: true, isEnabled: true });
    expect(await findSynonym(shippedLine)).toMatchObject({ isOwn: false, isEnabled: false });
    await expect(removeSynonyms(shop, shippedLine)).rejects.toMatchObject({ code: 'not_found' });
    await addSynonyms(shop, shippedLine);
    await removeSynonyms(shop, 'jhabla > frock');
    expect(await findSynonym('jhabla > frock')).toBeUndefined();
    expect(await findSynonym(shippedLine)).toMatchObject({ isEnabled: true });
  });
});

test('the form for synonyms turns a search without results into a line of synonyms, and rejects invalid lines', () => {
  expect(NEW_SYNONYMS.parse({ from: 'Jhabla', line: 'frock, dress' })).toEqual({ line: 'jhabla > frock, dress' });
  expect(NEW_SYNONYMS.parse({ line: 'Frock , dress' })).toEqual({ line: 'frock, dress' });
  for (const line of ['', 'frock', 'a > b > c'])
    expect(NEW_SYNONYMS.safeParse({ line }).error?.issues[0]?.path).toEqual(['line']);
});
