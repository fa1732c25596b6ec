import { z } from 'zod';
import type { ContentDocument } from '#lib/platform/content/content-document.ts';
import { line, listOf, optionalLine } from '#lib/platform/content/content-fields.schema.ts';
import { FILE_VALUES } from '#lib/sales/shipping/courier/file-values.ts';

const heading = (about: string) => line(about, 60);
const centimetres = (about: string) =>
  z
    .int('must be a whole number of centimetres')
    .min(1, 'must be 1 or more')
    .max(300, 'must be at most 300')
    .describe(about);

const shippingSchema = z.strictObject({
  parcel: z.strictObject({
    weightGrams: z
      .int('must be a whole number of grams')
      .min(1, 'must be 1 or more')
      .max(50_000, 'must be at most 50000')
      .describe('The weight of a typical parcel in grams, for goods whose weight is not in the catalogue.'),
    lengthCm: centimetres('The length of a typical parcel in cm.'),
    breadthCm: centimetres('The breadth of a typical parcel in cm.'),
    heightCm: centimetres('The height of a typical parcel in cm.'),
  }),
  courierFile: z.strictObject({
    carrier: optionalLine(
      'The courier that the file is for, such as India Post; empty to enter it with each upload.',
      60,
    ),
    columns: listOf(
      z.strictObject({
        heading: heading('The heading of the column in the courier’s file.'),
        value: z
          .enum(FILE_VALUES, `must be one of ${FILE_VALUES.join(', ')}`)
          .describe(
            'The value in the column; "empty" for a column that the courier requires but for which the shop has no value.',
          ),
      }),
      'The columns of the file that the courier receives, in order.',
      1,
      40,
    ),
    numberHeading: heading('The heading of the order numbers, in the file that the courier sends back.'),
    trackingHeading: heading('The heading of the tracking numbers, in the file that the courier sends back.'),
  }),
});

export type ShippingSettings = z.infer<typeof shippingSchema>;

export const SHIPPING: ContentDocument<ShippingSettings> = {
  path: 'shipping',
  format: 'json',
  about: 'The usual size of a parcel, and the columns of files for couriers.',
  schema: shippingSchema,
  check({ courierFile: { columns, numberHeading, trackingHeading } }) {
    const headings = columns.map(({ heading }) => heading.toLowerCase());
    const duplicateIndex = headings.findIndex((heading, index) => headings.indexOf(heading) < index);
    return [
      ...(duplicateIndex < 0
        ? []
        : [
            {
              field: ['courierFile', 'columns', duplicateIndex, 'heading'],
              message: 'is already the heading of another column',
            },
          ]),
      ...(columns.some(({ value }) => value === 'number')
        ? []
        : [{ field: ['courierFile', 'columns'], message: 'needs a column with the order number' }]),
      ...(numberHeading.toLowerCase() === trackingHeading.toLowerCase()
        ? [{ field: ['courierFile', 'trackingHeading'], message: 'is already the heading of the order numbers' }]
        : []),
    ];
  },
};
