import { z } from 'zod/mini';
import { text } from '#lib/primitives/text.schema.ts';
import {
  CUSTOM_REASON_MAX_CHARACTERS,
  EXCHANGE_REASONS,
  LET_SHOP_CHOOSE,
  EXCHANGE_MESSAGES as MESSAGES,
} from '#lib/sales/exchanges/exchange.ts';

const reasonSchema = z.enum(EXCHANGE_REASONS, MESSAGES.reason);

/** A JSON list of reasons (product.md, "Exchanges"), or the ticked boxes of a form without JavaScript. */
const reasonsSchema = z.pipe(
  z.pipe(z.optional(z.union([text(), z.array(text())])), z.transform(parseReasons)),
  z.array(reasonSchema, MESSAGES.reason).check(z.maxLength(EXCHANGE_REASONS.length, MESSAGES.reason)),
);

/**
 * `quantity` is in pieces or metres, by default everything that can still be exchanged. If `replacement` is null, the
 * shop chooses the replacement.
 */
const requestedLineSchema = z.object({
  line: z.int(MESSAGES.lines).check(z.nonnegative(MESSAGES.lines)),
  quantity: z.optional(z.number(MESSAGES.lines).check(z.positive(MESSAGES.lines))),
  replacement: z._default(z.nullable(text().check(z.regex(/^\d{1,15}$/, MESSAGES.replacement))), null),
});
const requestedLinesSchema = z
  .array(requestedLineSchema, MESSAGES.lines)
  .check(z.minLength(1, MESSAGES.lines), z.maxLength(100, MESSAGES.lines));
export type RequestedLine = z.infer<typeof requestedLineSchema>;

const exchangeInputSchema = z
  .object({
    order: text(),
    orderId: z.optional(text()),
    reasons: reasonsSchema,
    customReason: z._default(
      text().check(z.trim(), z.maxLength(CUSTOM_REASON_MAX_CHARACTERS, MESSAGES.reasonLong)),
      '',
    ),
    hasOriginalPackaging: z.enum(['true', 'false'], MESSAGES.packaging),
    lines: z.optional(requestedLinesSchema),
    /** Set by `parseFormLines` if a replacement is missing, so that the message is shown at the field `instead`. */
    instead: z.optional(z.undefined(MESSAGES.replacement)),
  })
  .check(
    z.refine(({ order, orderId }) => orderId === undefined || orderId === order, {
      message: MESSAGES.otherOrder,
      path: ['orderId'],
    }),
    // With `when`, this is also checked if the answer about the packaging is missing, so that both messages are shown.
    z.refine(({ reasons, customReason }) => (reasons?.length ?? 0) > 0 || Boolean(customReason), {
      message: MESSAGES.reason,
      path: ['reasons'],
      when: () => true,
    }),
  );

/** The body of POST /public/orders/orderExchange/{orderId} (product.md, "Exchanges"). This shop has added `lines`. */
export const exchangeSchema = z.pipe(z.transform(parseFormLines), exchangeInputSchema);

export type ExchangeInput = z.infer<typeof exchangeInputSchema>;

export const exchangeImageSchema = z.object({ id: text() });

function parseReasons(value: string | string[] | undefined): unknown {
  if (value === undefined || value === '') return [];
  if (Array.isArray(value)) return value;
  if (!value.startsWith('[')) return [value];
  return parseJson(value);
}

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    // The schema rejects null with a message.
    return null;
  }
}

/**
 * Parses the fields of a form. `pieces` contains values such as `0:2` (two pieces of line 0) and `0:all` (a whole
 * length); `instead` contains values such as `0:117` (variant 117 replaces line 0) and `0:advise` (`LET_SHOP_CHOOSE`).
 */
function parseFormLines({ pieces, instead, lines, ...rest }: Record<string, unknown>): unknown {
  if (lines !== undefined) return { ...rest, lines: typeof lines === 'string' ? parseJson(lines) : lines };
  if (pieces === undefined) return rest;
  const replacements = new Map(parsePairs(instead));
  const chosenQuantities = parsePairs(pieces).filter(([, quantity]) => quantity !== '0');
  const isUndecided = chosenQuantities.some(([line]) => !replacements.get(line));
  return {
    ...rest,
    lines: chosenQuantities.map(([line, quantity]) => ({
      line: Number(line),
      ...(quantity === 'all' ? {} : { quantity: Number(quantity) }),
      replacement: replacements.get(line) === LET_SHOP_CHOOSE ? null : (replacements.get(line) ?? null) || null,
    })),
    ...(isUndecided ? { instead: '' } : {}),
  };
}

function parsePairs(field: unknown): [line: string, value: string][] {
  const pairs = Array.isArray(field) ? field : [field];
  return pairs.flatMap((pair) => {
    const [line = '', value = ''] = typeof pair === 'string' ? pair.split(':', 2) : [];
    return /^\d{1,3}$/.test(line) ? [[line, value] as [string, string]] : [];
  });
}
