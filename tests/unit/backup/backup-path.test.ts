import { expect, test } from 'vitest';
import { isBackupPath } from '#lib/operations/backup/backup-path.server.ts';
import { uploadPath } from '#lib/operations/backup/list-files.server.ts';

const KEY = '0123456789abcdef0123456789abcdef';

test.each([
  'shop.sqlite',
  'shop.pgdump',
  'secret-key',
  'kept-settings.env',
  'pictures/masters/a57e117871d3c8e0abff690d',
  'pictures/originals/a57e117871d3c8e0abff690d.json',
  uploadPath(KEY),
])('accepts the path %s in a backup', (path) => expect(isBackupPath(path)).toBe(true));

test.each([
  '',
  'settings.env',
  'manifest.json',
  '../authorized_keys',
  '/etc/passwd',
  'pictures/../settings.env',
  'pictures/masters/../../settings.env',
  'pictures/masters/..',
  'pictures/masters/.hidden',
  'pictures/masters//a',
  'pictures/masters\\..\\a',
  'pictures/other/a',
  'files/01/../../secret-key',
  'files/01/..',
  `files/ff/${KEY}`,
  `files/../${KEY}`,
  `${uploadPath(KEY)}/more`,
  `./${uploadPath(KEY)}`,
  'shop.sqlite\n',
  'shop.sqlite/x',
])('rejects the path %j in a backup', (path) => expect(isBackupPath(path)).toBe(false));
