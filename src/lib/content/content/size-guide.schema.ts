import { z } from 'zod';
import type { ContentDocument } from '#lib/platform/content/content-document.ts';
import { line, listOf, picture } from '#lib/platform/content/content-fields.schema.ts';

const measureSchema = z.union(
  [z.string().max(120), z.number().min(0).max(1_000), z.tuple([z.number(), z.number()]), z.null()],
  'must be a number, two numbers such as [80, 84], a text, or null',
);

const tableSchema = z
  .strictObject({
    title: line('The table’s heading.', 40),
    columns: listOf(
      z.strictObject({
        key: z
          .string()
          .regex(/^[a-zA-Z][\w]*$/, 'must begin with a letter, and have only letters, digits and underscores')
          .describe('The column’s name in the rows below.'),
        label: line('The heading of the column.', 30),
        unit: z.enum(['cm', 'm'], 'must be "cm", "m" or null').nullable().describe('"cm", "m", or null for words.'),
      }),
      'Columns from the left.',
      1,
      10,
    ),
    rows: listOf(z.record(z.string(), measureSchema), 'Rows: a value for each column.', 1, 60),
    notes: listOf(line('One note.', 300), 'Notes below the table.', 0, 12),
  })
  .superRefine(({ columns, rows }, context) => {
    const keys = columns.map(({ key }) => key);
    for (const [index, row] of rows.entries()) {
      const missingKeys = keys.filter((key) => !(key in row));
      const unknownKeys = Object.keys(row).filter((key) => !keys.includes(key));
      for (const key of [...missingKeys, ...unknownKeys]) {
        const message = key in row ? `there is no column "${key}"` : `has no value for the column "${key}"`;
        context.addIssue({ code: 'custom', message, path: ['rows', index, key] });
      }
    }
  });

const guideSchema = z.strictObject({
  women: tableSchema.describe('Women’s sizes.'),
  men: tableSchema.describe('Men’s sizes.'),
  children: tableSchema.describe('Children’s sizes.'),
  fabrics: tableSchema.describe('How much cloth a garment takes.'),
});

const pointSchema = z
  .tuple(
    [z.number().min(0).max(100), z.number().min(0).max(100)],
    'must be two numbers from 0 to 100, such as [20, 34]',
  )
  .describe('A point of the picture, in percent from left and top.');

const figureSchema = z.strictObject({
  image: picture('The drawing’s picture.'),
  imageAlt: line('What the picture shows, for those who can’t see it.', 200),
  lines: listOf(
    z.strictObject({
      name: line('What is measured.', 30),
      how: line('How to measure it.', 200),
      from: pointSchema,
      to: pointSchema,
    }),
    'Lines over the picture, at most six.',
    0,
    6,
  ),
});

const figuresSchema = z.strictObject({
  women: figureSchema,
  men: figureSchema,
  children: figureSchema,
  fabrics: figureSchema,
});

export const SIZE_GUIDE: ContentDocument<z.infer<typeof guideSchema>> = {
  path: 'size-guide',
  format: 'json',
  about: 'Tables of sizes in centimetres, and of cloth in metres.',
  schema: guideSchema,
};

export type SizeFigures = z.infer<typeof figuresSchema>;

export const SIZE_FIGURES: ContentDocument<SizeFigures> = {
  path: 'size-figures',
  format: 'json',
  about: 'The drawings of the size guide, with the lines to measure along.',
  schema: figuresSchema,
  check: (figures, { hasPicture }) =>
    Object.entries(figures).flatMap(([name, { image }]) =>
      hasPicture(image) ? [] : [{ field: [name, 'image'], message: `there is no picture ${image}` }],
    ),
};
