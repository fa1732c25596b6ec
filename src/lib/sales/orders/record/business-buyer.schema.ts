import { z } from 'zod/mini';
import { GSTIN_PATTERN, hasValidGstinCheckCharacter, normalizedGstin } from '#lib/primitives/gstin.ts';
import { oneLine } from '#lib/primitives/name.ts';
import { text } from '#lib/primitives/text.schema.ts';
import {
  BUSINESS_NAME_MAX_CHARACTERS,
  type BusinessBuyer,
  BUSINESS_MESSAGES as MESSAGES,
} from '#lib/sales/orders/record/business-buyer.ts';

const gstinSchema = text(MESSAGES.pattern).check(
  z.overwrite(normalizedGstin),
  z.refine((value) => value === '' || GSTIN_PATTERN.test(value), { error: MESSAGES.pattern, abort: true }),
  z.refine((value) => value === '' || hasValidGstinCheckCharacter(value), MESSAGES.check),
);
const businessNameSchema = text(MESSAGES.noName).check(
  z.overwrite(oneLine),
  z.maxLength(BUSINESS_NAME_MAX_CHARACTERS, MESSAGES.long),
);

interface BusinessFields {
  gstin: string;
  business: string;
}

/** The form fields of a business buyer. Both fields are empty for a consumer. */
export const BUSINESS_FIELDS = { gstin: z._default(gstinSchema, ''), business: z._default(businessNameSchema, '') };

export const GSTIN_AND_NAME_RULES = [
  z.refine<BusinessFields>((fields) => fields.business === '' || fields.gstin !== '', {
    error: MESSAGES.noGstin,
    path: ['gstin'],
  }),
  z.refine<BusinessFields>((fields) => fields.gstin === '' || fields.business !== '', {
    error: MESSAGES.noName,
    path: ['business'],
  }),
] as const;

export const businessSchema = z.object(BUSINESS_FIELDS).check(...GSTIN_AND_NAME_RULES);

export function businessOf(fields: BusinessFields): BusinessBuyer | undefined {
  return fields.gstin === '' ? undefined : { gstin: fields.gstin, name: fields.business };
}
