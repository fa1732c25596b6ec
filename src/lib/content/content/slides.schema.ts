import { z } from 'zod';
import type { ContentDocument } from '#lib/platform/content/content-document.ts';
import { line, link, optionalLine, picture } from '#lib/platform/content/content-fields.schema.ts';

const slidesSchema = z
  .array(
    z.strictObject({
      image: picture('The wide picture for large screens, such as slides/1.avif.'),
      imageTall: picture('The upright picture for phones.'),
      imageAlt: line('What the picture shows, for those who can’t see it.', 200),
      heading: line('A few words.', 60),
      description: optionalLine('One sentence, or empty.', 160),
      custome_link: link('The link of the slide, such as /products?category=women.'),
      linkText: line('The text of the button.', 40),
    }),
    'must be a list between [ and ]',
  )
  .max(10, 'must have at most ten slides')
  .describe('Slides, in order. A slide that leads to goods that the shop does not have is left out.');

export const SLIDES: ContentDocument<z.infer<typeof slidesSchema>> = {
  path: 'slides',
  format: 'json',
  about: 'The slides on the home page. Without slides, it shows your collections instead.',
  schema: slidesSchema,
  check: (slides, { hasPicture }) =>
    slides.flatMap((slide, index) =>
      (['image', 'imageTall'] as const).flatMap((name) => {
        if (hasPicture(slide[name])) return [];
        const message = `there is no picture ${slide[name]}; import it as pictures/${slide[name]}`;
        return [{ field: [index, name], message }];
      }),
    ),
};
