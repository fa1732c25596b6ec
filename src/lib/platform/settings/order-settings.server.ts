import { z } from 'zod/mini';
import { converted, onOff, setting, text, wholeNumber } from '#lib/platform/settings/setting-types.server.ts';
import { MINUTE_MS } from '#lib/primitives/durations.ts';

const PER_CENT = wholeNumber(1, 100, '%');
const UNPAID_COUNT = wholeNumber(1, 100_000);
const COUNT = wholeNumber(1, 1_000_000);

/** Limits on orders from one email address. A line is scarce if it takes more than `scarceShare` of the stock. */
const EMAIL_LIMITS = z.object({
  orders: setting('UNPAID_ORDERS', UNPAID_COUNT, {
    description: 'How many unpaid orders one email address may have at a time.',
    default: 5,
  }),
  lines: setting('UNPAID_LINES', UNPAID_COUNT, {
    description: 'How many lines these orders may have in total.',
    default: 60,
  }),
  scarceLines: setting('UNPAID_SCARCE_LINES', UNPAID_COUNT, {
    description: 'How many scarce lines these orders may have in total.',
    default: 10,
  }),
  scarceLinesADay: setting('SCARCE_LINES_A_DAY', COUNT, {
    description:
      'How many scarce lines one email address may have in a day, in orders that are unpaid or paid on delivery.',
    default: { demo: 1_000, live: 40 },
  }),
});
export type HoldLimits = z.output<typeof EMAIL_LIMITS>;

/** The same limits on all orders from one network. */
const NETWORK_LIMITS = z.object({
  orders: setting('NETWORK_UNPAID_ORDERS', UNPAID_COUNT, {
    description: 'How many unpaid orders one network may have at a time.',
    default: 60,
  }),
  lines: setting('NETWORK_UNPAID_LINES', UNPAID_COUNT, {
    description: 'How many lines these orders may have in total.',
    default: 200,
  }),
  scarceLines: setting('NETWORK_UNPAID_SCARCE_LINES', UNPAID_COUNT, {
    description: 'How many scarce lines these orders may have in total.',
    default: 20,
  }),
  scarceLinesADay: setting('NETWORK_SCARCE_LINES_A_DAY', COUNT, {
    description: 'How many scarce lines one network may have in a day, in orders that are unpaid or paid on delivery.',
    default: { demo: 100_000, live: 100 },
  }),
});

/** Limits on cash orders with unverified email addresses, within an hour or a day. */
const CASH_LIMITS = z.object({
  variantShare: setting('CASH_VARIANT_SHARE', PER_CENT, {
    description:
      'The share of a variant’s stock that cash-on-delivery orders with unverified email addresses may hold within an hour. The next one needs an emailed code ([waves of cash orders](running-your-shop.md#waves-of-cash-orders)).',
    default: { demo: 100, live: 50 },
  }),
  variantPieces: setting('CASH_VARIANT_PIECES', COUNT, {
    description: 'How many pieces of a variant these orders may always hold; four times as many metres.',
    default: { demo: 100_000, live: 5 },
  }),
  catalogueShare: setting('CASH_CATALOGUE_SHARE', PER_CENT, {
    description:
      'How many order lines these orders may have within an hour, as a share of the variants in stock. In a day they may have three times as many. One network may have half of each.',
    default: { demo: 100, live: 10 },
  }),
  lines: setting('CASH_LINES', COUNT, {
    description: 'How many order lines these orders may always have.',
    default: { demo: 100_000, live: 60 },
  }),
});

export const ORDER_SETTINGS = {
  razorpay: z.object({
    keyId: setting('RAZORPAY_KEY_ID', text(), {
      description: 'Payment through Razorpay needs its key ID, key secret and webhook secret.',
      unset: 'cash on delivery, and the test gateway of the demo',
    }),
    keySecret: setting('RAZORPAY_KEY_SECRET', text(), { description: 'The key secret.', isSecret: true }),
    webhookSecret: setting('RAZORPAY_WEBHOOK_SECRET', text(), { description: 'The webhook secret.', isSecret: true }),
    apiUrl: setting('RAZORPAY_API_URL', text(), {
      description: 'The URL of the API of Razorpay.',
      default: 'https://api.razorpay.com',
      isInternal: true,
    }),
  }),
  shiprocket: z.object({
    email: setting('SHIPROCKET_EMAIL', text(), {
      description:
        'Booking parcels with Shiprocket needs the email address of an API user, and the next three settings.',
      unset: 'couriers are booked elsewhere, and their tracking numbers entered',
    }),
    password: setting('SHIPROCKET_PASSWORD', text(), { description: 'The password of the API user.', isSecret: true }),
    pickupLocation: setting('SHIPROCKET_PICKUP_LOCATION', text(), {
      description: 'The name of the pickup address in Shiprocket.',
    }),
    webhookToken: setting('SHIPROCKET_WEBHOOK_TOKEN', text(), {
      description: 'The security token of the webhook, which you choose.',
      isSecret: true,
    }),
    apiUrl: setting('SHIPROCKET_API_URL', text(), {
      description: 'The URL of the API of Shiprocket.',
      default: 'https://apiv2.shiprocket.in',
      isInternal: true,
    }),
  }),
  isGuestCheckoutOn: setting('GUEST_CHECKOUT', onOff(), {
    description: '`off` sells only to customers with an account.',
    default: 'on',
  }),
  guestOrders: z.object({
    aDay: setting('GUEST_ORDERS_A_DAY', COUNT, {
      description:
        'Orders and cancellations in a day with one unverified email address. Customers with an account may make five times as many.',
      default: { demo: 100_000, live: 12 },
    }),
    anHour: setting('GUEST_ORDERS_AN_HOUR', COUNT, {
      description: 'Orders and cancellations in an hour with unverified email addresses from one network.',
      default: { demo: 100_000, live: 60 },
    }),
  }),
  holds: z.object({
    cash: CASH_LIMITS,
    holdMs: setting('HOLD_MINUTES', minutes(5), {
      description: 'How long an unpaid order holds its stock. The terms and FAQ of the demo state 30 minutes.',
      default: 30,
    }),
    scarceHoldMs: setting('SCARCE_HOLD_MINUTES', minutes(2), {
      description: 'How long an unpaid order with a scarce line holds its stock.',
      default: 10,
    }),
    scarceShare: setting('SCARCE_SHARE', PER_CENT, {
      description: 'The share of a variant’s stock above which an order line is scarce.',
      default: 50,
    }),
    byEmail: EMAIL_LIMITS,
    byNetwork: NETWORK_LIMITS,
  }),
};

type OrderSettings = z.output<z.ZodMiniObject<typeof ORDER_SETTINGS>>;

export const ORDER_RULES = [
  ({ razorpay: { keyId, keySecret, webhookSecret } }: OrderSettings) =>
    [keyId, keySecret, webhookSecret].filter(Boolean).length % 3 > 0 &&
    'RAZORPAY_KEY_ID, RAZORPAY_KEY_SECRET and RAZORPAY_WEBHOOK_SECRET are needed together.',
  ({ shiprocket: { email, password, pickupLocation, webhookToken } }: OrderSettings) =>
    [email, password, pickupLocation, webhookToken].filter(Boolean).length % 4 > 0 &&
    'SHIPROCKET_EMAIL, SHIPROCKET_PASSWORD, SHIPROCKET_PICKUP_LOCATION and SHIPROCKET_WEBHOOK_TOKEN are needed together.',
];

function minutes(min: number) {
  return converted(wholeNumber(min, 720, 'minutes'), (value) => value * MINUTE_MS);
}
