import { z } from 'zod';
import { POLICY_SLUGS } from '#lib/content/content/texts/texts.schema.ts';
import type { ContentDocument } from '#lib/platform/content/content-document.ts';
import { line, link, listOf } from '#lib/platform/content/content-fields.schema.ts';

const menuLinkSchema = z.strictObject({
  label: line('The text of the link.', 30),
  link: link('Where it leads: /faq, /products?category=women, or https://… of another site.'),
});

const menusSchema = z.strictObject({
  header: listOf(menuLinkSchema, 'Links beside the categories in the header of wide screens.', 0, 3),
  mobile: listOf(menuLinkSchema, 'Links below the categories in the phone menu.', 0, 12),
  footer: listOf(
    z.strictObject({
      heading: line('The column’s heading.', 30),
      links: listOf(menuLinkSchema, 'Its links.', 0, 12),
      categories: z
        .int('must be a whole number')
        .min(0)
        .max(10)
        .describe('How many of your categories follow below; 0 for none.'),
    }),
    'The columns of the footer.',
    1,
    3,
  ),
});

export type MenuLink = z.infer<typeof menuLinkSchema>;

export const MENUS: ContentDocument<z.infer<typeof menusSchema>> = {
  path: 'menus',
  format: 'json',
  about: 'Links of the header, phone menu and footer. Categories are added automatically.',
  schema: menusSchema,
  check({ footer }) {
    const linkedPaths = footer.flatMap(({ links }) => links.map(({ link: to }) => to));
    const missingSlugs = POLICY_SLUGS.filter((slug) => !linkedPaths.includes(`/${slug}`));
    return missingSlugs.map((slug) => ({
      field: ['footer'],
      message: `/${slug} is not linked; the law requires it on each page`,
    }));
  },
};
