import { z } from 'zod';
import { indianFieldTime, timeOfIndianField } from '#lib/primitives/indian-time.ts';
import { formatCount } from '#lib/primitives/number-format.ts';
import { countText } from '#lib/primitives/plural.ts';

export function line(about: string, max = 120) {
  return optionalLine(about, max).min(1, 'is empty').describe(about);
}

export function paragraph(about: string, max = 600) {
  return z.string().trim().min(1, 'is empty').max(max, `is longer than ${max} characters`).describe(about);
}

/** Describes a line of text that may be empty. */
export function optionalLine(about: string, max = 200) {
  return z
    .string()
    .trim()
    .max(max, `is longer than ${max} characters`)
    .refine((text) => !/[\n\r<>]/.test(text), 'must be one line of plain text, without < and >')
    .describe(about);
}

/** `max` must be a multiple of 100: the message also states it in rupees, because forms of the admin use rupees. */
export function paise(about: string, max = 100_000_000) {
  return z
    .int('must be a whole number of paise, without quotes: 7900 is ₹79')
    .min(0, 'must be 0 or more')
    .max(max, `must be at most ${max} paise, which is ₹${formatCount(max / 100)}`)
    .describe(about);
}

export function listOf<T extends z.ZodType>(item: T, about: string, min: number, max: number) {
  return z
    .array(item, 'must be a list between [ and ]')
    .min(min, `must have at least ${countText(min, 'entry', 'entries')}`)
    .max(max, `must have at most ${countText(max, 'entry', 'entries')}`)
    .describe(about);
}

export function slug(about: string) {
  return z
    .string()
    .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'must contain only lower-case letters, digits and single hyphens')
    .max(80)
    .describe(about);
}

export function link(about: string) {
  return z
    .string()
    .max(500)
    .refine(isLink, 'must begin with / for a page of the shop, or with https:// for another site')
    .describe(about);
}

export function picture(about: string) {
  return z.string().regex(PICTURE_NAME, 'must be a picture’s folder and file, such as slides/1.avif').describe(about);
}

export function font(about: string) {
  return z.string().regex(FONT_NAME, 'must be the file name of a font, such as kora-regular.woff2').describe(about);
}

export function color(about: string) {
  return z
    .string()
    .regex(/^#[0-9a-f]{6}$/i, 'must be a colour as # and six digits of 0-9 and a-f, such as #2b3a78')
    .describe(about);
}

/** Describes a day, which the schema converts to a Date at midnight UTC. */
export function day(about: string) {
  return z.iso
    .date('must be a day as year-month-day, such as 2026-11-05')
    .transform((text) => new Date(text))
    .describe(about);
}

/** Describes a day and time in India, which the schema converts to epoch ms. */
export function indianTime(about: string) {
  return z
    .string()
    .refine(isIndianTime, 'must be a day and time in India, such as 2026-11-05T09:30')
    .transform(timeOfIndianField)
    .describe(about);
}

/** Returns whether the day and time exist. JavaScript parses 30 February as 2 March, so the texts are compared. */
function isIndianTime(text: string): boolean {
  const time = timeOfIndianField(text);
  return text.length === MINUTE_LENGTH && !Number.isNaN(time) && indianFieldTime(time).startsWith(text);
}

const MINUTE_LENGTH = '2026-11-05T09:30'.length;

export const FONT_NAME = /^[a-z0-9][a-z0-9_-]*\.woff2$/;

export const PICTURE_NAME = /^[a-z][a-z-]*\/[\w-]+\.(?:avif|webp|jpe?g|png|svg)$/;

function isLink(text: string): boolean {
  if (/^\/(?!\/)[^\s\\<>"]*$/.test(text)) return true;
  return /^https:\/\/[^\s<>"]+$/.test(text) && URL.canParse(text);
}
