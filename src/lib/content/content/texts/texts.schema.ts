import { z } from 'zod';
import { unknownPlaceholders } from '#lib/content/content/texts/placeholders.ts';
import type { ContentDocument, FieldProblem } from '#lib/platform/content/content-document.ts';
import {
  day,
  indianTime,
  line,
  listOf,
  paragraph,
  picture,
  slug,
} from '#lib/platform/content/content-fields.schema.ts';

const MAX_TEXT_LENGTH = 200_000;
const bodySchema = paragraph('The text in Markdown, below the front matter.', MAX_TEXT_LENGTH);

const articleSchema = z.strictObject({
  title: line('The headline.', 120).min(3, 'must have at least 3 characters'),
  description: line('One sentence, for lists and search results.', 300).min(20, 'must have at least 20 characters'),
  date: day('The day on which it was published.'),
  updated: day('The day of the last change, if any.').optional(),
  publishAt: indianTime(
    'When the article is published, in Indian time, such as 2026-11-05T09:30. Empty: immediately.',
  ).optional(),
  tags: listOf(slug('A word to group articles by, such as care.'), 'Words to group articles by.', 1, 10),
  image: picture('The article’s picture, such as blog/8.avif.'),
  imageAlt: line('What the picture shows, for those who can’t see it.', 200),
  products: z
    .array(slug('The part of a product’s URL after /products/.'))
    .nullish()
    .transform((slugs) => slugs ?? [])
    .describe('Products shown below the article, by the part of their URLs after /products/.'),
  body: bodySchema,
});

const faqSchema = z.strictObject({
  name: line('The category’s name.', 60),
  slug: slug('The category’s name in its URL.'),
  order: z.int('must be a whole number').describe('The position of the category; the lowest number comes first.'),
  body: bodySchema.refine((text) => /^## \S/m.test(text), 'has no question: begin each question with ##'),
});

const policySchema = z.strictObject({
  title: line('The page’s heading.', 80),
  description: line('One sentence, for search results.', 300).min(20, 'must have at least 20 characters'),
  updated: day('The day on which it came into force.'),
  body: bodySchema,
});

export const POLICY_SLUGS = ['terms-conditions', 'privacy-policy', 'shipping-policy', 'returns-policy'] as const;

export const ARTICLES: ContentDocument<z.infer<typeof articleSchema>> = {
  path: 'blog/*',
  format: 'markdown',
  about: 'Articles of the journal. The name of the file is the last part of the article’s URL.',
  schema: articleSchema,
  check: (article, { hasPicture }) => [
    ...placeholderProblems(article),
    ...(hasPicture(article.image) ? [] : [{ field: ['image'], message: `there is no picture ${article.image}` }]),
  ],
};

export const FAQ_CATEGORIES: ContentDocument<z.infer<typeof faqSchema>> = {
  path: 'faq/*',
  format: 'markdown',
  about: 'Questions and answers, one file per category; each line with ## is a question.',
  schema: faqSchema,
  check: placeholderProblems,
};

export const POLICIES: ContentDocument<z.infer<typeof policySchema>> = {
  path: 'policies/*',
  format: 'markdown',
  about: 'Policies that the law requires: terms, privacy, delivery, returns.',
  schema: policySchema,
  isRequired: true,
  check: (policy, { path }) => [
    ...placeholderProblems(policy),
    ...(POLICY_SLUGS.some((policySlug) => path === `policies/${policySlug}`)
      ? []
      : [{ field: [], message: `there are only four policies: ${POLICY_SLUGS.join(', ')}` }]),
  ],
};

/** Returns a problem for each unknown placeholder, such as `{{shop.nmae}}`, which would be shown as "N/A". */
function placeholderProblems(text: object): FieldProblem[] {
  return Object.entries(text).flatMap(([name, value]) => {
    if (typeof value !== 'string') return [];
    return unknownPlaceholders(value).map(({ name: placeholder, offset, knownNames }) => ({
      field: name === 'body' ? ['body', offset] : [name],
      message: `there is no placeholder {{${placeholder}}}. Known placeholders: ${knownNames.join(', ')}.`,
    }));
  });
}
