import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { parseListQuery, webPageView } from '#lib/catalog/listing/list-query.ts';
import type { CatalogueIndex } from '#lib/catalog/listing/listing.server.ts';
import { priceRange } from '#lib/catalog/listing/price-steps.server.ts';

const WORD_COUNT = 2;
const MAX_RESULTS = 8;
const ALL_PRICES = priceRange({});
const VIEW = webPageView(ALL_PRICES);

/** Runs typical searches, because code takes three times as long until the JIT has compiled it. */
export async function warmUp(index: CatalogueIndex): Promise<void> {
  const words = index.wordIndex.mostFrequentWords(WORD_COUNT);
  for (const [wordIndex, word] of words.entries()) {
    const nextWord = words[(wordIndex + 1) % words.length]!;
    for (const term of [word, `${word} ${nextWord}`, swapLetters(word), word.slice(0, -1)]) {
      await index.search(term, MAX_RESULTS);
      await yieldToEventLoop();
      await index.count(parseListQuery(new URLSearchParams({ search: `${nextWord} ${term}` }), ALL_PRICES), VIEW);
      await yieldToEventLoop();
    }
  }
}

function swapLetters(word: string): string {
  const [first = '', second = '', third = ''] = word;
  return first + third + second + word.slice(3);
}
