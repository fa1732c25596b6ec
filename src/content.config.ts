import { defineCollection } from 'astro:content';
import { glob } from 'astro/loaders';
import { z } from 'astro/zod';

/** A day such as 2026-03-19; YAML hands it over as midnight in UTC. */
const day = z.coerce.date();
const slug = z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/);

/** Articles. The file's name is the slug, so a file that is renamed needs a redirect. */
const blog = defineCollection({
  loader: glob({ pattern: '*.md', base: './src/content/blog' }),
  schema: z.object({
    title: z.string().min(3),
    /** One or two sentences, for lists, search engines and the feed. */
    description: z.string().min(20),
    date: day,
    updated: day.optional(),
    tags: z.array(slug).min(1),
    /** Path below the content's picture folder. */
    image: z.string().regex(/^blog\/[\w-]+\.\w+$/),
    imageAlt: z.string().min(1),
    /** Slugs of goods that go with the article, shown below it when its text doesn't show them already. */
    products: z
      .array(slug)
      .nullish()
      .transform((slugs) => slugs ?? []),
  }),
});

/** One file a category; each `## Question` begins an answer. */
const faq = defineCollection({
  loader: glob({ pattern: '*.md', base: './src/content/faq' }),
  schema: z.object({ name: z.string().min(1), slug, order: z.number().int() }),
});

/** Texts with `{{shop.name}}` and the like, filled from settings.json. */
const policies = defineCollection({
  loader: glob({ pattern: '*.md', base: './src/content/policies' }),
  schema: z.object({ title: z.string().min(1), description: z.string().min(20), updated: day }),
});

export const collections = { blog, faq, policies };
