import { z } from 'zod';
import type { ContentDocument, FieldProblem } from '#lib/platform/content/content-document.ts';
import {
  day,
  line,
  link,
  listOf,
  optionalLine,
  paragraph,
  picture,
} from '#lib/platform/content/content-fields.schema.ts';
import { DAY_MS } from '#lib/primitives/durations.ts';
import { isEmail } from '#lib/primitives/email.ts';
import { GSTIN_PATTERN, hasValidGstinCheckCharacter, normalizedGstin } from '#lib/primitives/gstin.ts';
import { MOBILE_PATTERN, mobileDigits } from '#lib/primitives/mobile.ts';
import { stateCode } from '#lib/primitives/state-codes.ts';
import { STATES } from '#lib/primitives/states.ts';
import { ownerMailsSchema } from '#lib/shop/settings/owner-mails.schema.ts';

const email = (about: string) =>
  z
    .string()
    .refine((text) => text === '' || isEmail(text), 'must be an email address, such as hello@shop.in')
    .describe(about);
const mobile = (about: string) =>
  z
    .string()
    .overwrite(mobileDigits)
    .refine(
      (text) => text === '' || MOBILE_PATTERN.test(text),
      'must be ten digits in quotes, such as "9876543210" or "+91 98765 43210"',
    )
    .describe(about);
const prefix = (about: string) =>
  z
    .string()
    .regex(/^[A-Z0-9]{1,3}$/, 'must be one to three capital letters or digits')
    .describe(about);

const settingsSchema = z.strictObject({
  name: line('The shop’s name, as shown on each page, email and invoice.', 40),
  tagline: line('One short sentence about the shop.', 120),
  title: line('The title of the home page in search results, after the name.', 70),
  description: line('The description in search results.', 200),
  searchHint: line('The placeholder of the search field.', 40),
  newsletter: line(
    'The contents of the newsletter and how often it is sent. Shown beside its form, and in its first email.',
    160,
  ),
  legalName: line('The name of the company, or of the person who owns the shop.', 120),
  priceSteps: listOf(
    z.int('must be a whole number of rupees').positive('must be more than 0'),
    'The steps of the price filter, in rupees, from the lowest.',
    2,
    8,
  ).refine(
    (steps) => steps.every((step, index) => index === 0 || step > (steps[index - 1] ?? 0)),
    'must be in ascending order',
  ),
  address: z.strictObject({
    mobile: mobile('The number that customers call, ten digits; empty for none.'),
    email: email('The address for customers, which also gets messages from the contact form; empty for none.'),
    address: optionalLine('The postal address in one line; shown on invoices.', 250),
  }),
  hours: listOf(
    z.strictObject({
      days: line('The days, such as Mon-Sat.', 40),
      time: line('The hours, such as 10am-7pm.', 60),
    }),
    'Opening hours: a list of { "days": …, "time": … }.',
    0,
    10,
  ),
  closings: listOf(
    z.strictObject({
      from: day('The first day on which nothing is packed, such as 2026-11-07.'),
      to: day('The last day, such as 2026-11-10.'),
      message: optionalLine('The message for shoppers; empty for “We are closed from 7 to 10 November.”'),
    }),
    'Holidays: orders are accepted, and packed on the first working day after.',
    0,
    20,
  ),
  grievance: z.strictObject({
    name: line('The grievance officer, required by the Consumer Protection (E-Commerce) Rules.', 80),
    designation: line('The officer’s designation.', 80),
    email: email('The officer’s email address.'),
    mobile: mobile('The officer’s number, ten digits.'),
  }),
  gstin: z
    .string()
    .overwrite(normalizedGstin)
    .refine(
      (text) => text === '' || GSTIN_PATTERN.test(text),
      'must be 15 characters such as 36AAZCT0000K1Z6, or empty for none',
    )
    .describe('The GST registration number; empty for none: then no tax is charged, and bills of supply are issued.'),
  gstScheme: z
    .enum(['regular', 'composition'], 'must be "regular" or "composition"')
    .describe('The scheme of the registration: "regular" collects GST; "composition" issues bills of supply.'),
  buyerGstin: z
    .boolean('must be true or false, without quotes')
    .describe('Whether businesses can give their GSTIN at the checkout; only with a GSTIN under the regular scheme.'),
  state: z.strictObject({
    name: z
      .enum(STATES, 'must be a state or union territory of India, such as Telangana')
      .describe('The state that you sell from. A sale to another state is an inter-state sale for GST.'),
  }),
  numbers: z.strictObject({
    order: prefix('The prefix of order numbers: TA gives TA-2026-000001.'),
    invoice: prefix('The prefix of invoice numbers: TA gives TA/26-27/000001.'),
    creditNote: prefix('The prefix of credit note numbers; it must differ from that of invoices.'),
  }),
  ownerMails: ownerMailsSchema.describe('The recipients of notifications about the shop.'),
  socials: listOf(
    z.strictObject({
      network: line('The network in lower-case letters, such as instagram.', 30),
      name: line('The name that the shop shows, such as Instagram.', 40),
      url: link('The URL of the shop’s page on the network.'),
    }),
    'The shop’s pages on social networks.',
    0,
    10,
  ),
  marquee: listOf(line('One message.', 80), 'Messages in the moving line above the header.', 0, 10),
  features: listOf(
    z.strictObject({
      icon: z
        .string()
        .regex(/^[a-z-]+$/, 'must be the name of a drawing in public/icons')
        .describe('A drawing: skin-friendly, natural-fibres, eco-friendly or biodegradable.'),
      title: line('Two or three words.', 30),
      text: line('One sentence.', 140),
    }),
    'The strip of promises below the slides.',
    0,
    4,
  ),
  whyUs: z.strictObject({
    heading: line('The heading of this section.', 60),
    text: paragraph('A paragraph.'),
    points: listOf(line('One point.', 120), 'Points below the paragraph.', 0, 6),
    image: picture('The picture of this section.'),
    imageAlt: line('What the picture shows, for those who can’t see it.', 160),
  }),
});

export type ShopSettings = z.infer<typeof settingsSchema>;

export const SETTINGS: ContentDocument<ShopSettings> = {
  path: 'settings',
  format: 'json',
  about: 'The shop’s name, address, hours and numbers, and the texts of each page.',
  schema: settingsSchema,
  check(settings, { hasPicture, before }) {
    const { gstin, state, numbers, whyUs, closings } = settings;
    const code = stateCode(state.name);
    const problems: FieldProblem[] = [];
    if (gstin && !gstin.startsWith(code))
      problems.push({
        field: ['gstin'],
        message: `must begin with ${code}, the code of ${state.name}, where the shop is`,
      });
    if (gstin !== (before?.gstin ?? gstin) && gstin && !hasValidGstinCheckCharacter(gstin)) {
      const message = `${gstin} has a typing mistake: its last character does not match the others`;
      problems.push({ field: ['gstin'], message });
    }
    if (numbers.invoice === numbers.creditNote) {
      const message = 'must differ from that of invoices, as each has a series of its own';
      problems.push({ field: ['numbers', 'creditNote'], message });
    }
    problems.push(...closings.flatMap(closingProblems));
    if (!hasPicture(whyUs.image)) {
      const message = `there is no picture ${whyUs.image}; import it as pictures/${whyUs.image}`;
      problems.push({ field: ['whyUs', 'image'], message });
    }
    return problems;
  },
};

function closingProblems({ from, to }: ShopSettings['closings'][number], index: number) {
  const days = (to.getTime() - from.getTime()) / DAY_MS;
  const field = ['closings', index, 'to'];
  if (days < 0) return [{ field, message: 'must not be before the first day' }];
  return days > MAX_CLOSED_DAYS
    ? [{ field, message: `must not be more than ${MAX_CLOSED_DAYS} days after the first day` }]
    : [];
}

/** The maximum number of days from the first to the last day of a closing. If there are more, the year may be wrong. */
const MAX_CLOSED_DAYS = 100;
