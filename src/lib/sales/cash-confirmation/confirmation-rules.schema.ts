import { z } from 'zod';
import type { ContentDocument } from '#lib/platform/content/content-document.ts';
import { paise } from '#lib/platform/content/content-fields.schema.ts';
import { RELEASE_MAX_HOURS, REMIND_MAX_HOURS } from '#lib/sales/cash-confirmation/confirmation.ts';

const hours = (about: string, max: number) =>
  z
    .int('must be a whole number of hours')
    .min(1, 'must be 1 or more')
    .max(max, `must be at most ${max}`)
    .describe(about);

const rulesSchema = z.strictObject({
  when: z
    .enum(
      ['never', 'above an amount', 'first orders', 'always'],
      'must be "never", "above an amount", "first orders" or "always"',
    )
    .describe('Which cash orders the customer has to confirm before they are packed.'),
  abovePaise: paise('For "above an amount": orders with a higher total have to be confirmed.'),
  returnedPercent: z
    .int('must be a whole number of per cent')
    .min(0, 'must be 0 or more')
    .max(99, 'must be at most 99')
    .describe(
      'Orders to pincodes where more than this percentage of cash parcels came back in the last year also have to be confirmed; 0 for none.',
    ),
  remindAfterHours: hours('The hours after which a customer who has not answered is reminded.', REMIND_MAX_HOURS),
  releaseAfterHours: hours(
    'The hours after which an order is cancelled if it was not confirmed, counted from when it was placed.',
    RELEASE_MAX_HOURS,
  ),
});

export type ConfirmationRules = z.infer<typeof rulesSchema>;

export const CONFIRMATION_RULES: ContentDocument<ConfirmationRules> = {
  path: 'cash-confirmation',
  format: 'json',
  about: 'Which cash orders customers have to confirm, and when they are reminded.',
  schema: rulesSchema,
  check: ({ remindAfterHours, releaseAfterHours }) =>
    remindAfterHours < releaseAfterHours
      ? []
      : [{ field: ['releaseAfterHours'], message: 'must be more than the hours until the reminder' }],
};
