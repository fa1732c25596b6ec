import { editDistance } from '#lib/primitives/edit-distance.ts';

/** All that the shop reads, in the table of deployment.md; only `RAZORPAY_API_URL` is for tests alone. */
export const SETTING_NAMES = [
  'ACCESS_LOG_ONE_IN',
  'AWS_ACCESS_KEY_ID',
  'AWS_SECRET_ACCESS_KEY',
  'BACKUP_DIR',
  'BACKUP_EVERY_HOURS',
  'BACKUP_KEEP',
  'BACKUP_SECRETS',
  'CASH_CATALOGUE_SHARE',
  'CASH_LINES',
  'CASH_VARIANT_PIECES',
  'CASH_VARIANT_SHARE',
  'CDN_PURGE_TOKEN',
  'CDN_PURGE_URL',
  'CODE_DIGITS',
  'DATABASE_READ_URL',
  'DATABASE_URL',
  'DATA_DIR',
  'DISCLOSURE',
  'DISK_RESERVE_MB',
  'GUEST_CHECKOUT',
  'GUEST_ORDERS_AN_HOUR',
  'GUEST_ORDERS_A_DAY',
  'HOLD_MINUTES',
  'HOST',
  'HSTS_SUBDOMAINS',
  'LISTS_THREAD_FROM',
  'LOG_LEVEL',
  'MAILS_AN_HOUR',
  'MAIL_FROM',
  'METRICS_HOST',
  'METRICS_PORT',
  'NETWORK_SCARCE_LINES_A_DAY',
  'NETWORK_UNPAID_LINES',
  'NETWORK_UNPAID_ORDERS',
  'NETWORK_UNPAID_SCARCE_LINES',
  'NEW_SHOP',
  'OPEN_WHEN_READY',
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  'OTEL_EXPORTER_OTLP_HEADERS',
  'PAGE_CACHE',
  'PICTURES_AHEAD',
  'PORT',
  'RAZORPAY_API_URL',
  'RAZORPAY_KEY_ID',
  'RAZORPAY_KEY_SECRET',
  'RAZORPAY_WEBHOOK_SECRET',
  'SCARCE_HOLD_MINUTES',
  'SCARCE_LINES_A_DAY',
  'SCARCE_SHARE',
  'SECRET_KEY',
  'SHOP_MODE',
  'SITE_URL',
  'SMTP_URL',
  'STORAGE_URL',
  'TRACES_ONE_IN',
  'TRUSTED_PROXIES',
  'UNPAID_LINES',
  'UNPAID_ORDERS',
  'UNPAID_SCARCE_LINES',
  'UPLOAD_MB_A_DAY',
  'WORKERS',
] as const;
export type SettingName = (typeof SETTING_NAMES)[number];

export function isSettingName(name: string): name is SettingName {
  return (SETTING_NAMES as readonly string[]).includes(name);
}

/** Names of an environment are many: of short ones, such as `PORT`, others are near by chance. */
const SHORTEST_LETTERS = 7;

export function closestSetting(name: string): SettingName | undefined {
  if (isSettingName(name)) return undefined;
  const typed = letters(name);
  return SETTING_NAMES.filter((known) => letters(known).length >= SHORTEST_LETTERS)
    .map((known) => ({ known, mistakes: editDistance(typed, letters(known), mostMistakes(known)) }))
    .filter(({ mistakes }) => Number.isFinite(mistakes))
    .sort((a, b) => a.mistakes - b.mistakes)[0]?.known;
}

function mostMistakes(known: string): number {
  const { length } = letters(known);
  if (length < 10) return 1;
  return length < 14 ? 2 : 3;
}

/** `smtp-url` and `SMTPURL` are the same slip. */
function letters(name: string): string {
  return name.toUpperCase().replaceAll(/[^A-Z]/g, '');
}
