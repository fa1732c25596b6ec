import { Command, type CommandUnknownOpts, InvalidArgumentError } from '@commander-js/extra-typings';
import { addSynonyms, removeSynonyms } from '#lib/catalog/search/change-synonyms.server.ts';
import { synonymLines } from '#lib/catalog/search/search-language.server.ts';
import { MISS_RETENTION_DAYS, searchMisses } from '#lib/catalog/search/search-misses.server.ts';
import { synonymLineSchema } from '#lib/catalog/search/search-words.schema.ts';
import { readShop, withShop } from '#lib/platform/cli/command.server.ts';
import { countText } from '#lib/primitives/plural.ts';

const DEFAULT_DAYS = 30;
const MAX_LISTED_MISSES = 100;

export function searchCommand(): CommandUnknownOpts {
  const search = new Command('search').description('manage synonyms, and see what customers did not find');
  search.addCommand(synonymsCommand());
  search
    .command('misses')
    .description('list searches that found nothing, most frequent first; no personal data is stored')
    .argument('[days]', '', parseDays, DEFAULT_DAYS)
    .usage('[DAYS]')
    .action((days) =>
      readShop(async ({ db, now }) => {
        const misses = await searchMisses(db, days, now(), MAX_LISTED_MISSES);
        if (misses.length === 0) console.log(`In the last ${countText(days, 'day')}, every search found something.`);
        for (const { term, times, lastDay } of misses) console.log(`${term}  ${times}  last on ${lastDay}`);
      }),
    );
  return search;
}

function synonymsCommand(): CommandUnknownOpts {
  const synonyms = new Command('synonyms').description('manage words that find the same products');
  synonyms
    .command('list')
    .description('list the default synonyms and your own')
    .action(() =>
      readShop(async ({ db }) => {
        for (const { line, isOwn, isEnabled } of await synonymLines(db)) {
          console.log(`${line}${isOwn ? '  (yours)' : ''}${isEnabled ? '' : '  (disabled)'}`);
        }
      }),
    );
  synonyms
    .command('add')
    .description('add synonyms: "frock, dress" works both ways; "pant > trousers, chinos" one way')
    .argument('<line>', '', parseLine)
    .usage('"WORD, WORD"|"WORD > WORD, WORD"')
    .action((line) =>
      withShop(async (shop) => {
        await addSynonyms(shop, line);
        console.log(`Added: ${line}. Searches use it within about a second.`);
      }),
    );
  synonyms
    .command('remove')
    .description('remove a line, written as in `list`')
    .argument('<line>', '', parseLine)
    .usage('"LINE"')
    .action((line) =>
      withShop(async (shop) => {
        await removeSynonyms(shop, line);
        console.log(`Removed: ${line}.`);
      }),
    );
  return synonyms;
}

function parseLine(argument: string): string {
  const { data, error } = synonymLineSchema.safeParse(argument);
  if (data === undefined) throw new InvalidArgumentError(error?.issues[0]?.message ?? '');
  return data;
}

function parseDays(argument: string): number {
  const days = Number(argument);
  if (!Number.isInteger(days) || days < 1 || days > MISS_RETENTION_DAYS)
    throw new InvalidArgumentError(`It must be a number of days from 1 to ${MISS_RETENTION_DAYS}.`);
  return days;
}
