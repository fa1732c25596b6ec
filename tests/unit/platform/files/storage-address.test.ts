import { expect, test } from 'vitest';
import { parseBucketUrl, parseStorageUrl } from '#lib/platform/files/storage/storage-address.ts';
import { readSettings } from '#lib/platform/settings/settings.server.ts';

const KEYS = { accessKeyId: 'AKIA', secretAccessKey: 'a/b' };

test('parses the host, bucket, folder and region in the address of a bucket, and omits the key from the label', () => {
  expect(parseBucketUrl('s3://AKIA:a%2Fb@s3.example:9000/my-shop/backups/daily/?region=ap-south-1&tls=off')).toEqual({
    storage: { ...KEYS, endpoint: 'http://s3.example:9000/my-shop', region: 'ap-south-1' },
    prefix: 'backups/daily/',
    label: 's3://s3.example:9000/my-shop/backups/daily',
  });
  expect(parseBucketUrl('s3://s3.example/my-shop', KEYS)).toEqual({
    storage: { ...KEYS, endpoint: 'https://s3.example/my-shop', region: 'auto' },
    prefix: '',
    label: 's3://s3.example/my-shop',
  });
});

test('returns the problem with an invalid address; reading the settings throws an error with this problem', () => {
  for (const text of [
    's3://s3.example/my-shop',
    's3://',
    's3://AKIA:50%@s3.example/my-shop',
    's3://AKIA:x@s3.example/My_Shop',
  ])
    expect(parseBucketUrl(text), text).toMatch(/^must look like s3:/);
  expect(parseBucketUrl('s3://AKIA:50%@s3.example/my-shop', KEYS)).toMatch(/percent-encoded/);
  expect(parseStorageUrl('s3://AKIA:x@s3.example/my-shop/folder')).toMatch(/^must look like/);
  expect(() => readSettings({ BACKUP_DIR: 's3://s3.example/my-shop' })).toThrow('BACKUP_DIR must look like s3:');
  const keys = { AWS_ACCESS_KEY_ID: 'AKIA', AWS_SECRET_ACCESS_KEY: 'a/b' };
  expect(readSettings({ BACKUP_DIR: 's3://s3.example/my-shop', ...keys }).storeKeys).toEqual(KEYS);
});
