export interface StorageAddress {
  accessKeyId: string;
  secretAccessKey: string;
  endpoint: string;
  region: string;
}

export interface BucketAddress {
  storage: StorageAddress;
  /** The folder of the objects: an empty string, or a path with a trailing slash. */
  prefix: string;
  /** The URL for messages and logs, without the key and secret. */
  label: string;
}

export type StorageKeys = Pick<StorageAddress, 'accessKeyId' | 'secretAccessKey'>;

const ADDRESS_FORM = 's3://KEY:SECRET@HOST/BUCKET';
const ENCODING_RULE = 'with the key and the secret percent-encoded';

/** Parses `s3://KEY:SECRET@HOST[:PORT]/BUCKET[?region=auto&tls=off]`. Returns an error message if it is invalid. */
export function parseStorageUrl(text: string): StorageAddress | string {
  const address = parseBucketUrl(text);
  return typeof address === 'string' || address.prefix !== ''
    ? `must look like ${ADDRESS_FORM}, ${ENCODING_RULE}.`
    : address.storage;
}

/**
 * Parses an `s3:` URL that may end with a path in the bucket. If the URL has no keys, `keys` are used. Returns an error
 * message if the URL is invalid.
 */
export function parseBucketUrl(text: string, keys?: StorageKeys): BucketAddress | string {
  const expectedForm = `must look like ${ADDRESS_FORM}/FOLDER, ${ENCODING_RULE}.`;
  // The URL parser would not validate the host of an `s3:` URL.
  const url = URL.parse(text.replace(/^s3:/, 'https:'));
  const decodedParts = url && decodeAll([url.username, url.password, ...url.pathname.split('/').filter(Boolean)]);
  if (!url || !decodedParts) return expectedForm;
  const [accessKeyId = '', secretAccessKey = '', bucket = '', ...path] = decodedParts;
  const accessKeys = accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey } : keys;
  if (!accessKeys || !/^[a-z0-9][a-z0-9.-]+$/.test(bucket)) return expectedForm;
  const protocol = url.searchParams.get('tls') === 'off' ? 'http' : 'https';
  const endpoint = `${protocol}://${url.host}/${bucket}`;
  const prefix = path.map((part) => `${part}/`).join('');
  return {
    storage: { ...accessKeys, endpoint, region: url.searchParams.get('region') ?? 'auto' },
    prefix,
    label: `s3://${url.host}/${bucket}/${prefix}`.replace(/\/$/, ''),
  };
}

function decodeAll(texts: string[]): string[] | undefined {
  try {
    return texts.map(decodeURIComponent);
  } catch {
    // There is a bare % sign, for example in a secret that is not encoded. The caller reports the expected form.
    return undefined;
  }
}
