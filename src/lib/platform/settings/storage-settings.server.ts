import { z } from 'zod/mini';
import { parseBucketUrl, parseStorageUrl } from '#lib/platform/files/storage/storage-address.ts';
import { ifAllSet } from '#lib/platform/settings/if-all-set.ts';
import { address, converted, onOff, setting, text, wholeNumber } from '#lib/platform/settings/setting-types.server.ts';
import { HOUR_MS } from '#lib/primitives/durations.ts';

export const DEFAULT_DATA_DIR = '.data';
const POSTGRES_URL = address('postgres:', 'postgresql:');
const MEGABYTES = converted(wholeNumber(0, 10_000_000, 'MB'), (value) => value * 1024 * 1024);
const HOURS = converted(wholeNumber(1, 744, 'hours'), (value) => value * HOUR_MS);

export const STORAGE_SETTINGS = {
  dataDir: setting('DATA_DIR', text('a folder'), {
    description: 'The folder with the database and pictures, to be backed up. Only in the environment.',
    default: DEFAULT_DATA_DIR,
  }),
  isNewShop: setting('NEW_SHOP', onOff(), {
    description:
      '`on` creates a new shop in a folder with files of an earlier one ([which shop a program opens](#which-shop-a-program-opens)). For one start, only in the environment.',
    default: 'off',
  }),
  databaseUrl: setting('DATABASE_URL', POSTGRES_URL, {
    description: 'A PostgreSQL database. Of several hosts, the one that accepts writes is used.',
    unset: 'SQLite in `DATA_DIR`',
    isSecret: true,
  }),
  databaseReadUrl: setting('DATABASE_READ_URL', standbyUrl(), {
    description:
      'A standby of this database to render shared pages from ([a standby to read from](#a-standby-to-read-from)). Of several hosts, one that is a standby is used.',
    isSecret: true,
  }),
  storageUrl: setting('STORAGE_URL', text('`s3://KEY:SECRET@HOST/BUCKET`', storageProblem), {
    description:
      'An object store for files from customers. The URL may need `?region=…` (default `auto`) and `tls=off`.',
    unset: '`DATA_DIR`',
    isSecret: true,
  }),
  uploadMbADay: setting('UPLOAD_MB_A_DAY', wholeNumber(1, 1_000_000, 'MB'), {
    description:
      'How many megabytes of files all customers together may send in a day. One network may send 40 % of that.',
    default: 5_000,
  }),
  diskReserveBytes: setting('DISK_RESERVE_MB', MEGABYTES, {
    description: 'The disk space that is reserved for orders. With less, files from customers are refused.',
    unset: 'the larger of 1 GB and 5 %',
  }),
  picturesAhead: setting('PICTURES_AHEAD', wholeNumber(0, 100_000, 'products'), {
    description:
      'For how many of the newest products the first pictures are made in advance, in the background. `0` makes each picture on its first request.',
    default: 2_000,
  }),
  listsThreadFrom: setting('LISTS_THREAD_FROM', wholeNumber(1, 100_000_000, 'products'), {
    description:
      'From this number of products, lists and searches run in a thread, which takes 30 to 45 MB and uses another core.',
    // With fewer products, the words of all products are read within eight seconds, between requests.
    default: 150_000,
  }),
  backups: z.object({
    dir: setting('BACKUP_DIR', text('a folder, `s3://KEY:SECRET@HOST/BUCKET/FOLDER`'), {
      description: 'Where the shop makes automatic [backups](#backups), preferably on another disk.',
      unset: 'no automatic backups',
    }),
    everyMs: setting('BACKUP_EVERY_HOURS', HOURS, { description: 'The time between backups.', default: 24 }),
    keepCount: setting('BACKUP_KEEP', wholeNumber(1, 10_000), {
      description: 'How many backups are kept.',
      default: 14,
    }),
    includesSecrets: setting('BACKUP_SECRETS', onOff(), {
      description: '`off` leaves settings and secret key out of backups. Keep both elsewhere.',
      default: 'on',
    }),
  }),
  storeKeys: z.object({
    accessKeyId: setting('AWS_ACCESS_KEY_ID', text(), {
      description: 'The key for an `s3://` URL in `BACKUP_DIR` that has none.',
    }),
    secretAccessKey: setting('AWS_SECRET_ACCESS_KEY', text(), {
      description: 'The secret for `AWS_ACCESS_KEY_ID`.',
      isSecret: true,
    }),
  }),
};

type StorageSettings = z.output<z.ZodMiniObject<typeof STORAGE_SETTINGS>>;

export const STORAGE_RULES = [
  ({ databaseUrl, databaseReadUrl }: StorageSettings) =>
    Boolean(databaseReadUrl) &&
    !databaseUrl &&
    'DATABASE_READ_URL is for PostgreSQL only: DATABASE_URL is needed with it.',
  ({ backups: { dir }, storeKeys }: StorageSettings) => {
    const bucketOrProblem = dir?.startsWith('s3:') && parseBucketUrl(dir, ifAllSet(storeKeys));
    return typeof bucketOrProblem === 'string' && `BACKUP_DIR ${bucketOrProblem}`;
  },
];

function storageProblem(value: string): string | undefined {
  const storageOrProblem = parseStorageUrl(value);
  return typeof storageOrProblem === 'string' ? storageOrProblem : undefined;
}

/** Validates the whole URL, because the first query's error would log the password in an invalid URL. */
function standbyUrl() {
  const schema = (name: string) => {
    const error = `${name} is not a valid URL; special characters in its password are written like %40.`;
    return z.pipe(
      POSTGRES_URL.schema(name),
      z.string().check(z.refine((value) => URL.canParse(withOneHost(value)), { error })),
    );
  };
  return { ...POSTGRES_URL, schema };
}

function withOneHost(url: string): string {
  const hostStart = url.lastIndexOf('@') + 1;
  return url.slice(0, hostStart) + url.slice(hostStart).replace(/,[^/?]*/, '');
}
