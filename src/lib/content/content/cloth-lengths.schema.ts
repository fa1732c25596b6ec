import { z } from 'zod';
import { CLOTH_WIDTHS, type ClothLengths, type WidthKey, widthKey } from '#lib/content/content/cloth-lengths.ts';
import type { ContentDocument } from '#lib/platform/content/content-document.ts';
import { line, listOf } from '#lib/platform/content/content-fields.schema.ts';

const metresSchema = (inches: number) =>
  z
    .number('must be a number of metres, such as 2.25')
    .positive('must be more than 0')
    .max(50, 'must be at most 50 m')
    .nullable()
    .describe(`Metres of cloth ${inches} inches wide; empty if the garment can’t be made from it.`);

const lengthSchemas = Object.fromEntries(
  CLOTH_WIDTHS.map((inches) => [widthKey(inches), metresSchema(inches)]),
) as Record<WidthKey, ReturnType<typeof metresSchema>>;

const garmentSchema = z.strictObject({
  garment: line('The garment and its cut.', 60),
  size: line('The size, or sizes that take the same length.', 30),
  ...lengthSchemas,
});

const garmentsSchema = (about: string) => listOf(garmentSchema, about, 0, 60);

const clothLengthsSchema = z.strictObject({
  women: garmentsSchema('Women’s garments.'),
  men: garmentsSchema('Men’s garments.'),
  children: garmentsSchema('Children’s garments.'),
  home: garmentsSchema('Things for the home.'),
  notes: listOf(line('One note.', 300), 'Notes below the result.', 0, 6),
});

export const CLOTH_LENGTHS: ContentDocument<ClothLengths> = {
  path: 'cloth-lengths',
  format: 'json',
  about: 'How much cloth a garment takes, by its size and the width of the cloth.',
  schema: clothLengthsSchema,
  check: ({ notes: _notes, ...groups }) =>
    Object.entries(groups).flatMap(([group, rows]) => duplicateRows(group, rows)),
};

/** Returns a problem for each row that repeats a garment and size, because the length would be ambiguous. */
function duplicateRows(group: string, rows: ClothLengths['women']) {
  const names = rows.map(({ garment, size }) => `${garment}, ${size}`.toLowerCase());
  return rows.flatMap(({ garment, size }, index) =>
    names.indexOf(names[index]!) < index
      ? [{ field: [group, index, 'size'], message: `${garment} in ${size} is already in this list` }]
      : [],
  );
}
