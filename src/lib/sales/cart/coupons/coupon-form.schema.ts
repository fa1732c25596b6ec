import { z } from 'zod/mini';
import { readDay } from '#lib/primitives/calendar-day.ts';
import { DAY_MS, IST_OFFSET_MS } from '#lib/primitives/durations.ts';
import { oneOrMore } from '#lib/primitives/one-or-more.schema.ts';
import { text } from '#lib/primitives/text.schema.ts';
import { versionSchema } from '#lib/primitives/version.schema.ts';
import {
  COUPON_MAX_CHARACTERS,
  COUPON_MAX_GOODS,
  type CouponTermsInput,
  couponCode,
} from '#lib/sales/cart/coupons/coupon.ts';

export const COUPON_FORM_MESSAGES = {
  code: `A code consists of at most ${COUPON_MAX_CHARACTERS} letters, digits, hyphens and underscores.`,
  kind: 'Please choose what the coupon gives.',
  percent: 'Enter a whole number from 1 to 100.',
  wholeNumber: 'Enter a whole number of at least 1, or leave the field empty.',
  rupees: 'Enter rupees, such as 200 or 99.50.',
  day: 'Enter a day, such as 2026-12-31.',
  dayOrder: 'The last day is before the first.',
  goods: `Choose at most ${COUPON_MAX_GOODS}.`,
};

export const COUPON_KINDS = ['percent', 'fixed', 'free_delivery'] as const;

/** The schema of a coupon code. Its output is trimmed and in upper case. */
export const couponCodeField = z.pipe(
  text(COUPON_FORM_MESSAGES.code).check(z.maxLength(100, COUPON_FORM_MESSAGES.code)),
  z.pipe(
    z.transform(couponCode),
    text().check(
      z.maxLength(COUPON_MAX_CHARACTERS, COUPON_FORM_MESSAGES.code),
      z.regex(/^[\p{L}\p{N}_-]+$/u, COUPON_FORM_MESSAGES.code),
    ),
  ),
);

const optionalText = z._default(text().check(z.trim()), '');
const wholeNumber = z.pipe(
  optionalText.check(z.regex(/^(?:[1-9]\d{0,8})?$/, COUPON_FORM_MESSAGES.wholeNumber)),
  z.transform((value) => (value === '' ? null : Number(value))),
);
/** The schema of a day. Its output is the start of the day in India, in epoch ms, or null if the field is empty. */
const day = z.pipe(
  optionalText.check(z.refine((value) => value === '' || readDay(value) !== undefined, COUPON_FORM_MESSAGES.day)),
  z.transform((value) => (value === '' ? null : Number(readDay(value)) - IST_OFFSET_MS)),
);
const paise = z.pipe(
  optionalText.check(z.regex(/^(?:\d{1,8}(?:\.\d{1,2})?)?$/, COUPON_FORM_MESSAGES.rupees)),
  z.transform((value) => Math.round(Number(value) * 100)),
);

const REFERENCE_MAX_CHARACTERS = 200;
const goods = z.array(text()).check(z.maxLength(COUPON_MAX_GOODS, COUPON_FORM_MESSAGES.goods));
const categories = z._default(z.pipe(oneOrMore(text().check(z.maxLength(REFERENCE_MAX_CHARACTERS))), goods), []);
/** Products on separate lines or separated by commas. */
const products = z.pipe(
  z._default(text().check(z.maxLength(COUPON_MAX_GOODS * REFERENCE_MAX_CHARACTERS)), ''),
  z.pipe(
    z.transform((value: string) => value.split(/[\n,]/).flatMap((item) => item.trim() || [])),
    goods,
  ),
);

const TERM_FIELDS = {
  kind: z.enum(COUPON_KINDS, COUPON_FORM_MESSAGES.kind),
  percent: wholeNumber,
  fixed: paise,
  minimum: paise,
  from: day,
  until: day,
  uses: wholeNumber,
  per_customer: wholeNumber,
  category: categories,
  products,
};

type TermsFields = z.infer<z.ZodMiniObject<typeof TERM_FIELDS>>;

/** Checks that involve several fields. */
const checkTerms = z.superRefine<TermsFields>(({ kind, percent, fixed, from, until }, { addIssue }) => {
  const report = (path: string, message: string) => addIssue({ code: 'custom', path: [path], message });
  if (kind === 'percent' && (percent === null || percent > 100)) report('percent', COUPON_FORM_MESSAGES.percent);
  if (kind === 'fixed' && fixed === 0) report('fixed', COUPON_FORM_MESSAGES.rupees);
  if (from !== null && until !== null && until < from) report('until', COUPON_FORM_MESSAGES.dayOrder);
});

function termsOf({ kind, percent, fixed, minimum, from, until, uses, ...fields }: TermsFields): CouponTermsInput {
  const value = { percent: percent ?? 0, fixed, free_delivery: 0 }[kind];
  const ends_at = until === null ? null : until + DAY_MS;
  const { category: categories, ...limits } = fields;
  return { kind, value, minimum_paise: minimum, starts_at: from, ends_at, uses_left: uses, categories, ...limits };
}

/** The schema of the form for a new coupon. */
export const NEW_COUPON = z.pipe(
  z.object({ code: couponCodeField, ...TERM_FIELDS }).check(checkTerms),
  z.transform(({ code, ...terms }) => ({ code, ...termsOf(terms) })),
);

/**
 * The schema of the form for changed terms. `uses_shown` is the number of uses left that the form showed. Orders may
 * have used the coupon since then.
 */
export const CHANGED_COUPON = z.pipe(
  z.object({ id: text(), version: versionSchema, uses_shown: wholeNumber, ...TERM_FIELDS }).check(checkTerms),
  z.transform(({ id, version, uses_shown, ...terms }) => ({ id, version, usesShown: uses_shown, ...termsOf(terms) })),
);
