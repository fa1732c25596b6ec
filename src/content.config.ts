import { defineCollection } from 'astro:content';
import { glob } from 'astro/loaders';
import { z } from 'astro/zod';

const day = z.coerce.date();
const slug = z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/);

/** The file's name is the slug: a renamed file needs a redirect. */
const blog = defineCollection({
  loader: glob({ pattern: '*.md', base: './src/content/blog' }),
  schema: z.object({
    title: z.string().min(3),
    description: z.string().min(20),
    date: day,
    updated: day.optional(),
    tags: z.array(slug).min(1),
    image: z.string().regex(/^blog\/[\w-]+\.\w+$/),
    imageAlt: z.string().min(1),
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

const policies = defineCollection({
  loader: glob({ pattern: '*.md', base: './src/content/policies' }),
  schema: z.object({ title: z.string().min(1), description: z.string().min(20), updated: day }),
});

export const collections = { blog, faq, policies };
