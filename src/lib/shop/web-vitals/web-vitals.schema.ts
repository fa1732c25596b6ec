import { z } from 'zod/mini';
import { DEVICES, type Device } from '#lib/shop/web-vitals/metrics.ts';
import { PAGE_KINDS, type PageKind } from '#lib/shop/web-vitals/page-kinds.ts';

const MAX_MS = 600_000;
const MAX_CLS = 100;
const milliseconds = z.optional(z.number().check(z.gte(0), z.lte(MAX_MS)));

/** The measurements of one page view. At least one is required, and other fields are rejected. */
export const VITALS_REPORT = z
  .strictObject({
    LCP: milliseconds,
    INP: milliseconds,
    CLS: z.optional(z.number().check(z.gte(0), z.lte(MAX_CLS))),
    TTFB: milliseconds,
  })
  .check(z.refine((vitals) => Object.keys(vitals).length > 0, { error: 'Nothing was measured.' }));

function oneOf<Name extends string>(names: Record<Name, string>, defaultName: Name) {
  return z.catch(z.enum(Object.keys(names) as [Name, ...Name[]]), defaultName);
}

/** The query of the speed page in the admin. */
export const SPEED_QUERY = z.object({
  device: oneOf<Device>(DEVICES, 'phone'),
  page: oneOf<PageKind>(PAGE_KINDS, 'home'),
});
