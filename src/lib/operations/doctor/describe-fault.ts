import { areKeysRefused, type StoredFault, statusOfKind } from '#lib/platform/upstream/faults.ts';
import { indianDateTime } from '#lib/primitives/indian-time.ts';

/** An external service, with the names of its settings. */
const RAZORPAY = { name: 'Razorpay', settings: 'RAZORPAY_KEY_ID and RAZORPAY_KEY_SECRET' };
const SHIPROCKET = { name: 'Shiprocket', settings: 'SHIPROCKET_EMAIL and SHIPROCKET_PASSWORD' };
const OBJECT_STORE = { name: 'the object store', settings: 'STORAGE_URL' };
const SERVICES_BY_UPSTREAM: Partial<Record<string, typeof RAZORPAY>> = {
  razorpay: RAZORPAY,
  'razorpay-questions': RAZORPAY,
  'razorpay-webhook': { name: 'Razorpay’s webhook', settings: 'RAZORPAY_WEBHOOK_SECRET' },
  shiprocket: SHIPROCKET,
  'shiprocket-tracking': SHIPROCKET,
  'shiprocket-webhook': { name: 'Shiprocket’s webhook', settings: 'SHIPROCKET_WEBHOOK_TOKEN' },
  'object-store': OBJECT_STORE,
  'object-store-uploads': OBJECT_STORE,
  backup: { name: 'the backup', settings: 'BACKUP_DIR' },
  standby: { name: 'the standby', settings: 'DATABASE_READ_URL' },
  mail: { name: 'the mail server', settings: 'user and password in SMTP_URL' },
};

const MESSAGES_BY_KIND: Partial<Record<string, string>> = {
  unreachable: 'could not be reached',
  silent: 'did not answer in time',
  left_alone: 'was not called for some seconds after repeated failures',
  failed: 'failed',
  behind: 'was too far behind, so the primary was used',
  busy: 'had too many calls in progress',
};

/** Returns a string such as "Razorpay refused our keys: 401 (POST /v1/orders), 14 times since …, last at …: check …". */
export function describeFault({ upstream, route, kind, times, firstAt, lastAt, recoveredAt }: StoredFault): string {
  const service = SERVICES_BY_UPSTREAM[upstream] ?? { name: upstream, settings: 'its settings' };
  const { message, check } = describeKind(kind, service);
  const frequency =
    times === 1
      ? `once, at ${indianDateTime(lastAt)}`
      : `${times} times since ${indianDateTime(firstAt)}, last at ${indianDateTime(lastAt)}`;
  const outcome =
    recoveredAt === null ? (check ? `: check ${check}` : '') : `; working again since ${indianDateTime(recoveredAt)}`;
  return `${service.name} ${message} (${route}), ${frequency}${outcome}`;
}

function describeKind(kind: string, { settings }: typeof RAZORPAY): { message: string; check?: string } {
  if (kind === 'signature') return { message: 'sent a request that is not signed with our secret', check: settings };
  const status = statusOfKind(kind);
  if (status === undefined) return { message: MESSAGES_BY_KIND[kind] ?? kind };
  if (areKeysRefused(kind)) return { message: `refused our keys: ${status}`, check: settings };
  return { message: `answered ${status}` };
}
