import { isIP } from 'node:net';
import { MINUTE_MS } from '#lib/fields/durations.ts';
import { parseStorageUrl } from '#lib/platform/files/storage-address.ts';

export interface Settings {
  mode: 'demo' | 'live';
  host: string;
  port: number;
  /** Origin under which people reach the shop, without a trailing slash; links in mails come from it only. */
  siteUrl: string;
  /** Whether browsers are told to use https for every host below the shop's name, too. */
  hstsSubdomains: boolean;
  dataDir: string;
  databaseUrl: string | undefined;
  storageUrl: string | undefined;
  smtpUrl: string | undefined;
  /** The sender of every mail. */
  mailFrom: string;
  /** Digits of a mailed code; four is what the specification's dialog has boxes for. */
  codeDigits: number;
  /** `open` says when an address is unknown; `private` behaves the same for known and unknown ones. */
  disclosure: 'open' | 'private';
  /** Codes and mails that one network address may cause in an hour. */
  mailsAnHour: number;
  /** For how long, and how much, unpaid orders may keep goods from others. */
  holds: HoldTerms;
  /** What all customers together may send in a day; a network a part of it. */
  uploadMbADay: number;
  /** Left free on the disk: files are refused before. Without it the larger of 1 GB and 5 %. */
  diskReserveBytes: number | undefined;
  /** Whether one may buy without an account. */
  guestCheckout: boolean;
  /** Orders and cancels for addresses that nobody has proven: for one of them in a day, and by one network in an hour. */
  guestOrders: { aDay: number; anHour: number };
  razorpay: { keyId: string; keySecret: string; webhookSecret: string; apiUrl: string } | undefined;
  /** Absent in demo mode: then one is made and kept in the data folder. */
  secretKey: string | undefined;
  /** How many proxies stand before the shop, counted from the socket. */
  trustedProxies: number;
  pageCache: boolean;
  logLevel: 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'silent';
}

/** What orders that are not paid may keep from others at one time. */
export interface HoldBounds {
  orders: number;
  lines: number;
  /** Lines that take most of what there is of something. */
  scarceLines: number;
  /** Such lines in a day, of orders that came to nothing or are to be paid at the door. */
  scarceLinesADay: number;
}

export interface HoldTerms {
  holdMs: number;
  /** For an order that takes most of what there is of something. */
  scarceHoldMs: number;
  /** Most of it, in per cent. */
  scarceShare: number;
  byEmail: HoldBounds;
  byNetwork: HoldBounds;
}

/** A refusal to start that names every setting that is missing or wrong, one a line. */
export class SettingsError extends Error {
  readonly code = 'bad_settings';
  readonly problems: string[];
  constructor(problems: string[]) {
    super(`The shop can't start:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
    this.problems = problems;
  }
}

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'silent'] as const;
const LIVE_NEEDS = ['SITE_URL', 'SECRET_KEY', 'SMTP_URL'] as const;

/** Reads and checks every setting, in one place; throws a SettingsError that lists all problems at once. */
export function readSettings(env: NodeJS.ProcessEnv): Settings {
  const problems: string[] = [];
  const mode = oneOf('SHOP_MODE', ['demo', 'live'] as const, 'demo');
  if (mode === 'live') {
    for (const name of LIVE_NEEDS) if (!env[name]) problems.push(`${name} is needed when SHOP_MODE is live.`);
  }
  const host = env.HOST || (mode === 'demo' ? '127.0.0.1' : '0.0.0.0');
  if (mode === 'demo' && !isLoopback(host)) {
    problems.push(`HOST is ${host}, but the demo shop answers on this machine only. Set SHOP_MODE=live to open it.`);
  }
  const port = wholeNumber('PORT', 4321, 0, 65_535);
  const secretKey = env.SECRET_KEY || undefined;
  if (secretKey && secretKey.length < 32) problems.push('SECRET_KEY must have at least 32 characters.');
  const settings: Settings = {
    mode,
    host,
    port,
    siteUrl: origin('SITE_URL') ?? `http://localhost:${port}`,
    hstsSubdomains: oneOf('HSTS_SUBDOMAINS', ['on', 'off'] as const, 'off') === 'on',
    dataDir: env.DATA_DIR || '.data',
    databaseUrl: address('DATABASE_URL', ['postgres:', 'postgresql:']),
    storageUrl: storage(),
    smtpUrl: address('SMTP_URL', ['smtp:', 'smtps:']),
    mailFrom: env.MAIL_FROM || 'Taana <hello@taana.example>',
    codeDigits: wholeNumber('CODE_DIGITS', 4, 4, 8),
    disclosure: oneOf('DISCLOSURE', ['open', 'private'] as const, 'open'),
    mailsAnHour: wholeNumber('MAILS_AN_HOUR', mode === 'live' ? 30 : 1_000, 1, 100_000),
    holds: holds(),
    uploadMbADay: wholeNumber('UPLOAD_MB_A_DAY', 5_000, 1, 1_000_000),
    diskReserveBytes: diskReserve(),
    guestCheckout: oneOf('GUEST_CHECKOUT', ['on', 'off'] as const, 'on') === 'on',
    guestOrders: {
      aDay: wholeNumber('GUEST_ORDERS_A_DAY', mode === 'live' ? 12 : 100_000, 1, 1_000_000),
      anHour: wholeNumber('GUEST_ORDERS_AN_HOUR', mode === 'live' ? 60 : 100_000, 1, 1_000_000),
    },
    razorpay: razorpay(),
    secretKey,
    trustedProxies: wholeNumber('TRUSTED_PROXIES', 0, 0, 10),
    pageCache: oneOf('PAGE_CACHE', ['on', 'off'] as const, 'on') === 'on',
    logLevel: oneOf('LOG_LEVEL', LOG_LEVELS, 'info'),
  };
  if (problems.length > 0) throw new SettingsError(problems);
  return settings;

  function oneOf<T extends string>(name: string, allowed: readonly T[], otherwise: T): T {
    const given = env[name];
    if (!given) return otherwise;
    const found = allowed.find((value) => value === given);
    if (!found) problems.push(`${name} is ${given}; it may be ${allowed.join(', ')}.`);
    return found ?? otherwise;
  }

  function holds(): HoldTerms {
    const [dayByEmail, dayByNetwork] = mode === 'live' ? [40, 100] : [1_000, 100_000];
    return {
      holdMs: wholeNumber('HOLD_MINUTES', 30, 5, 720) * MINUTE_MS,
      scarceHoldMs: wholeNumber('SCARCE_HOLD_MINUTES', 10, 2, 720) * MINUTE_MS,
      scarceShare: wholeNumber('SCARCE_SHARE', 50, 1, 100),
      byEmail: {
        orders: wholeNumber('UNPAID_ORDERS', 5, 1, 100_000),
        lines: wholeNumber('UNPAID_LINES', 60, 1, 100_000),
        scarceLines: wholeNumber('UNPAID_SCARCE_LINES', 10, 1, 100_000),
        scarceLinesADay: wholeNumber('SCARCE_LINES_A_DAY', dayByEmail, 1, 1_000_000),
      },
      byNetwork: {
        orders: wholeNumber('NETWORK_UNPAID_ORDERS', 60, 1, 100_000),
        lines: wholeNumber('NETWORK_UNPAID_LINES', 200, 1, 100_000),
        scarceLines: wholeNumber('NETWORK_UNPAID_SCARCE_LINES', 20, 1, 100_000),
        scarceLinesADay: wholeNumber('NETWORK_SCARCE_LINES_A_DAY', dayByNetwork, 1, 1_000_000),
      },
    };
  }

  function storage(): string | undefined {
    const given = env.STORAGE_URL || undefined;
    const read = given && parseStorageUrl(given);
    if (typeof read === 'string') problems.push(`STORAGE_URL ${read}`);
    return given;
  }

  function diskReserve(): number | undefined {
    return env.DISK_RESERVE_MB ? wholeNumber('DISK_RESERVE_MB', 0, 0, 10_000_000) * 1024 * 1024 : undefined;
  }

  function razorpay(): Settings['razorpay'] {
    const { RAZORPAY_KEY_ID: keyId, RAZORPAY_KEY_SECRET: keySecret, RAZORPAY_WEBHOOK_SECRET: webhookSecret } = env;
    if (!keyId && !keySecret && !webhookSecret) return undefined;
    if (keyId && keySecret && webhookSecret) {
      return { keyId, keySecret, webhookSecret, apiUrl: env.RAZORPAY_API_URL || 'https://api.razorpay.com' };
    }
    problems.push('RAZORPAY_KEY_ID, RAZORPAY_KEY_SECRET and RAZORPAY_WEBHOOK_SECRET are needed together.');
    return undefined;
  }

  function wholeNumber(name: string, otherwise: number, min: number, max: number): number {
    const given = env[name];
    if (!given) return otherwise;
    const number = Number(given);
    if (Number.isInteger(number) && number >= min && number <= max) return number;
    problems.push(`${name} is ${given}; it must be a whole number from ${min} to ${max}.`);
    return otherwise;
  }

  function address(name: string, protocols: string[]): string | undefined {
    const given = env[name];
    if (!given) return undefined;
    // Several hosts in one postgres:// address are not a URL to the parser, so only the beginning is looked at.
    if (protocols.some((protocol) => given.startsWith(`${protocol}//`))) return given;
    problems.push(`${name} must begin with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}.`);
    return undefined;
  }

  function origin(name: string): string | undefined {
    const given = env[name];
    if (!given) return undefined;
    const url = URL.canParse(given) ? new URL(given) : undefined;
    if (mode === 'live' && url?.protocol === 'http:' && !isLoopback(url.hostname))
      problems.push(`${name} is ${given}; a live shop needs https, or its cookies could be read on the way.`);
    if (url && (url.protocol === 'http:' || url.protocol === 'https:') && url.pathname === '/') return url.origin;
    problems.push(`${name} is ${given}; it must be an address such as https://shop.example, without a path.`);
    return undefined;
  }
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host === '[::1]' || (isIP(host) === 4 && host.startsWith('127.'));
}
