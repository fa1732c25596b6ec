import { availableParallelism } from 'node:os';
import { type CdnSettings, readCdn } from '#lib/platform/cdn-settings.server.ts';
import { type DatabaseSettings, readDatabase } from '#lib/platform/database-settings.server.ts';
import { EnvReader, isLoopback, SettingsError } from '#lib/platform/env-reader.server.ts';
import { parseBucketUrl, parseStorageUrl, type StorageKeys } from '#lib/platform/files/storage/storage-address.ts';
import { type HoldTerms, readHolds } from '#lib/platform/hold-settings.server.ts';
import { type ObservabilitySettings, readObservability } from '#lib/platform/observability-settings.server.ts';
import { HOUR_MS } from '#lib/primitives/durations.ts';
import { senderAddress } from '#lib/primitives/sender.ts';

export interface Settings extends DatabaseSettings, ObservabilitySettings {
  mode: 'demo' | 'live';
  host: string;
  port: number;
  workers: number;
  /** Without a trailing slash; links in mails come from it only. */
  siteUrl: string;
  hstsSubdomains: boolean;
  dataDir: string;
  /** Makes a shop where an earlier one has left its files. */
  isNewShop: boolean;
  storageUrl: string | undefined;
  storeKeys: StorageKeys | undefined;
  backups: {
    dir: string | undefined;
    everyMs: number;
    keep: number;
    secrets: boolean;
  };
  smtpUrl: string | undefined;
  /** An address, with a name or to stand behind the shop's. Unless set it is the shop's own name and address. */
  mailFrom: string | undefined;
  codeDigits: number;
  /** `open` says when an address is unknown; `private` answers the same for known and unknown ones. */
  disclosure: 'open' | 'private';
  mailsAnHour: number;
  holds: HoldTerms;
  uploadMbADay: number;
  /** Files are refused when less is free. By default the larger of 1 GB and 5 %. */
  diskReserveBytes: number | undefined;
  /** Of so many of the newest goods pictures are made before anyone asks. */
  picturesAhead: number;
  listsThreadFrom: number;
  guestCheckout: boolean;
  /** For e-mail addresses that nobody has proven: of one address in a day, of one network in an hour. */
  guestOrders: { aDay: number; anHour: number };
  razorpay: { keyId: string; keySecret: string; webhookSecret: string; apiUrl: string } | undefined;
  secretKey: string | undefined;
  trustedProxies: number;
  pageCache: boolean;
  /** Listens only when every page is answered as fast as later. */
  openWhenReady: boolean;
  /** Where a CDN is told what changed, every address for itself. */
  cdn: CdnSettings | undefined;
  logLevel: 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'silent';
}

/** Words of so many are read in some eight seconds of the server's own thread, between other work. */
export const LISTS_THREAD_FROM = 150_000;
export const DEFAULT_DATA_DIR = '.data';
const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'silent'] as const;
export const LIVE_NEEDS = ['SITE_URL', 'SECRET_KEY', 'SMTP_URL', 'MAIL_FROM'] as const;

/** Throws a SettingsError that lists all problems. Programs call `loadSettings`, which knows the owner's file too. */
export function readSettings(variables: NodeJS.ProcessEnv): Settings {
  const env = new EnvReader(variables);
  const isLive = env.oneOf('SHOP_MODE', ['demo', 'live'], 'demo') === 'live';
  const settings: Settings = {
    ...readServer(env, isLive),
    ...readObservability(env),
    ...readDatabase(env),
    ...readStores(env),
    ...readMail(env, isLive),
    holds: readHolds(env, isLive),
    guestCheckout: env.isOn('GUEST_CHECKOUT', 'on'),
    guestOrders: {
      aDay: env.wholeNumber('GUEST_ORDERS_A_DAY', isLive ? 12 : 100_000, 1, 1_000_000),
      anHour: env.wholeNumber('GUEST_ORDERS_AN_HOUR', isLive ? 60 : 100_000, 1, 1_000_000),
    },
    razorpay: readRazorpay(env),
    cdn: readCdn(env),
  };
  if (env.problems.length > 0) throw new SettingsError(env.problems);
  return settings;
}

type ServerSettings =
  | 'mode'
  | 'host'
  | 'port'
  | 'workers'
  | 'siteUrl'
  | 'hstsSubdomains'
  | 'secretKey'
  | 'trustedProxies'
  | 'pageCache'
  | 'openWhenReady'
  | 'logLevel';

function readServer(env: EnvReader, isLive: boolean): Pick<Settings, ServerSettings> {
  if (isLive)
    for (const name of LIVE_NEEDS) if (!env.text(name)) env.problems.push(`${name} is needed when SHOP_MODE is live.`);
  const host = env.text('HOST') ?? (isLive ? '0.0.0.0' : '127.0.0.1');
  if (!isLive && !isLoopback(host))
    env.problems.push(
      `HOST is ${host}, but the demo shop answers on this machine only. Set SHOP_MODE=live to open it.`,
    );
  const port = env.wholeNumber('PORT', 4321, 0, 65_535);
  const secretKey = env.text('SECRET_KEY');
  if (secretKey && secretKey.length < 32) env.problems.push('SECRET_KEY must have at least 32 characters.');
  return {
    mode: isLive ? 'live' : 'demo',
    host,
    port,
    workers: readWorkers(env, port),
    siteUrl: env.origin('SITE_URL', isLive) ?? `http://localhost:${port}`,
    hstsSubdomains: env.isOn('HSTS_SUBDOMAINS', 'off'),
    secretKey,
    trustedProxies: env.wholeNumber('TRUSTED_PROXIES', 0, 0, 10),
    pageCache: env.isOn('PAGE_CACHE', 'on'),
    openWhenReady: env.isOn('OPEN_WHEN_READY', 'off'),
    logLevel: env.oneOf('LOG_LEVEL', LOG_LEVELS, 'info'),
  };
}

/** More than eight would ask more connections of PostgreSQL than it gives unless told otherwise. */
const MAX_WORKERS_BY_ITSELF = 8;

function readWorkers(env: EnvReader, port: number): number {
  const cores = Math.min(MAX_WORKERS_BY_ITSELF, availableParallelism());
  const workers = env.text('WORKERS') === 'auto' ? cores : env.wholeNumber('WORKERS', 1, 1, 64);
  if (workers > 1 && port === 0) env.problems.push('WORKERS needs a PORT that all of them share.');
  return workers;
}

type StoreSettings =
  | 'dataDir'
  | 'isNewShop'
  | 'storageUrl'
  | 'storeKeys'
  | 'backups'
  | 'uploadMbADay'
  | 'diskReserveBytes'
  | 'picturesAhead'
  | 'listsThreadFrom';

function readStores(env: EnvReader): Pick<Settings, StoreSettings> {
  const storageUrl = env.text('STORAGE_URL');
  const storage = storageUrl && parseStorageUrl(storageUrl);
  if (typeof storage === 'string') env.problems.push(`STORAGE_URL ${storage}`);
  const storeKeys = readStoreKeys(env);
  const backups = env.text('BACKUP_DIR');
  const bucket = backups?.startsWith('s3:') && parseBucketUrl(backups, storeKeys);
  if (typeof bucket === 'string') env.problems.push(`BACKUP_DIR ${bucket}`);
  const reserveMb = env.text('DISK_RESERVE_MB') && env.wholeNumber('DISK_RESERVE_MB', 0, 0, 10_000_000);
  return {
    dataDir: env.text('DATA_DIR') ?? DEFAULT_DATA_DIR,
    isNewShop: env.isOn('NEW_SHOP', 'off'),
    storageUrl,
    storeKeys,
    backups: {
      dir: backups,
      everyMs: env.wholeNumber('BACKUP_EVERY_HOURS', 24, 1, 744) * HOUR_MS,
      keep: env.wholeNumber('BACKUP_KEEP', 14, 1, 10_000),
      secrets: env.isOn('BACKUP_SECRETS', 'on'),
    },
    uploadMbADay: env.wholeNumber('UPLOAD_MB_A_DAY', 5_000, 1, 1_000_000),
    picturesAhead: env.wholeNumber('PICTURES_AHEAD', 2_000, 0, 100_000),
    listsThreadFrom: env.wholeNumber('LISTS_THREAD_FROM', LISTS_THREAD_FROM, 1, 100_000_000),
    diskReserveBytes: typeof reserveMb === 'number' ? reserveMb * 1024 * 1024 : undefined,
  };
}

/** By the names that every tool for such stores reads. */
function readStoreKeys(env: EnvReader): StorageKeys | undefined {
  const [accessKeyId, secretAccessKey] = [env.text('AWS_ACCESS_KEY_ID'), env.text('AWS_SECRET_ACCESS_KEY')];
  return accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey } : undefined;
}

type MailSettings = 'smtpUrl' | 'mailFrom' | 'codeDigits' | 'disclosure' | 'mailsAnHour';

function readMail(env: EnvReader, isLive: boolean): Pick<Settings, MailSettings> {
  return {
    smtpUrl: env.address('SMTP_URL', ['smtp:', 'smtps:']),
    mailFrom: readMailFrom(env),
    codeDigits: env.wholeNumber('CODE_DIGITS', 4, 4, 8),
    disclosure: env.oneOf('DISCLOSURE', ['open', 'private'], 'open'),
    mailsAnHour: env.wholeNumber('MAILS_AN_HOUR', isLive ? 30 : 1_000, 1, 100_000),
  };
}

function readMailFrom(env: EnvReader): string | undefined {
  const given = env.text('MAIL_FROM');
  if (given === undefined || senderAddress(given)) return given;
  env.problems.push(
    `MAIL_FROM is ${given}; it must be an address such as hello@shop.example, or Your Shop <hello@shop.example>.`,
  );
  return undefined;
}

function readRazorpay(env: EnvReader): Settings['razorpay'] {
  const keyId = env.text('RAZORPAY_KEY_ID');
  const keySecret = env.text('RAZORPAY_KEY_SECRET');
  const webhookSecret = env.text('RAZORPAY_WEBHOOK_SECRET');
  if (!keyId && !keySecret && !webhookSecret) return undefined;
  if (keyId && keySecret && webhookSecret)
    return { keyId, keySecret, webhookSecret, apiUrl: env.text('RAZORPAY_API_URL') ?? 'https://api.razorpay.com' };
  env.problems.push('RAZORPAY_KEY_ID, RAZORPAY_KEY_SECRET and RAZORPAY_WEBHOOK_SECRET are needed together.');
  return undefined;
}
