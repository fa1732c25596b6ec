export interface StorageAddress {
  accessKeyId: string;
  secretAccessKey: string;
  endpoint: string;
  region: string;
}

const FORM = 's3://KEY:SECRET@HOST/BUCKET, with the key and the secret percent-encoded';

/** Reads `s3://KEY:SECRET@HOST[:PORT]/BUCKET[?region=auto&tls=off]`; returns what is wrong as text. */
export function parseStorageUrl(text: string): StorageAddress | string {
  // The URL parser does not know `s3:` and would not check its host.
  const url = URL.parse(text.replace(/^s3:/, 'https:'));
  const bucket = url?.pathname.slice(1).replace(/\/$/, '') ?? '';
  if (!url?.username || !url.password || !/^[a-z0-9][a-z0-9.-]+$/.test(bucket)) return `must look like ${FORM}.`;
  const protocol = url.searchParams.get('tls') === 'off' ? 'http' : 'https';
  return {
    accessKeyId: decodeURIComponent(url.username),
    secretAccessKey: decodeURIComponent(url.password),
    endpoint: `${protocol}://${url.host}/${bucket}`,
    region: url.searchParams.get('region') ?? 'auto',
  };
}
