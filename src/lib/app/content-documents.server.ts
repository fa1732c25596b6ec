import { DELIVERY } from '#lib/cart/delivery.schema.ts';
import { HOME } from '#lib/content/home.schema.ts';
import { MENUS } from '#lib/content/menus.schema.ts';
import { SIZE_FIGURES, SIZE_GUIDE } from '#lib/content/size-guide.schema.ts';
import { SLIDES } from '#lib/content/slides.schema.ts';
import { POLICIES, POSTS, QUESTIONS } from '#lib/content/texts.schema.ts';
import { TAX_RATES } from '#lib/money/tax.schema.ts';
import type { Documents } from '#lib/publishing/documents.ts';
import type { WhenPublished } from '#lib/publishing/when-published.ts';
import { SEARCH_WORDS } from '#lib/search/search-words.schema.ts';
import { renewSearch } from '#lib/search/stored-synonyms.server.ts';
import { LOOK } from '#lib/shop/look.schema.ts';
import { SETTINGS } from '#lib/shop/settings.schema.ts';

/** All that an owner may write anew, in the order of `content list`. */
export const CONTENT_DOCUMENTS: Documents = [
  SETTINGS,
  LOOK,
  DELIVERY,
  HOME,
  SLIDES,
  MENUS,
  POSTS,
  QUESTIONS,
  POLICIES,
  SIZE_GUIDE,
  SIZE_FIGURES,
  TAX_RATES,
  SEARCH_WORDS,
];

/** The words of the search are part of its index. */
export const whenPublished: WhenPublished = (paths) => (paths.includes(SEARCH_WORDS.path) ? renewSearch : undefined);
