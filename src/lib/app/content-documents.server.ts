import { DELIVERY } from '#lib/cart/delivery.schema.ts';
import { HOME } from '#lib/content/home.schema.ts';
import { MENUS } from '#lib/content/menus.schema.ts';
import { SLIDES } from '#lib/content/slides.schema.ts';
import { POLICIES, POSTS, QUESTIONS } from '#lib/content/texts.schema.ts';
import type { Documents } from '#lib/publishing/documents.ts';
import type { WhenPublished } from '#lib/publishing/when-published.ts';
import { SETTINGS } from '#lib/shop/settings.schema.ts';

/** All that an owner may write anew, in the order of `content list`. */
export const CONTENT_DOCUMENTS: Documents = [SETTINGS, DELIVERY, HOME, SLIDES, MENUS, POSTS, QUESTIONS, POLICIES];

export const whenPublished: WhenPublished = () => undefined;
