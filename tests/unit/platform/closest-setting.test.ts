import { expect, test } from 'vitest';
import { closestSetting } from '#lib/platform/settings/closest-setting.server.ts';
import { SETTING_NAMES } from '#lib/platform/settings/settings-schema.server.ts';

test.each([
  ['SMPT_URL', 'SMTP_URL'],
  ['SMTP_URI', 'SMTP_URL'],
  ['smtp-url', 'SMTP_URL'],
  ['MAILFROM', 'MAIL_FROM'],
  ['MAIL_FORM', 'MAIL_FROM'],
  ['SECERT_KEY', 'SECRET_KEY'],
  ['TRUSTED_PROXY', 'TRUSTED_PROXIES'],
  ['RAZORPAY_SECRET', 'RAZORPAY_KEY_SECRET'],
  ['BACKUP_DIRECTORY', undefined],
])('the setting with the name closest to %s is %s', (name, setting) => expect(closestSetting(name)).toBe(setting));

test('no setting is treated as a misspelling of another', () => {
  for (const name of SETTING_NAMES) expect(closestSetting(name), name).toBeUndefined();
});

/** Environment variables of shells, npm, Docker, Kubernetes, CI, PostgreSQL, systemd and programming languages. */
const OTHER_VARIABLES =
  'HOME HOST HOSTNAME HOSTTYPE POST PORTS PATH PWD USER SHELL LANG TERM MAIL MAIL_HOST MAIL_ROOT LOGNAME MODE DEV PROD SSR BASE_URL ' +
  'HTTP_PROXY FTP_URL XDG_DATA_DIRS XDG_DATA_HOME DBUS_SESSION_BUS_ADDRESS PGHOST PGDATABASE POSTGRES_URL REDIS_URL API_URL APP_URL ' +
  'NODE_ENV NODE_OPTIONS NPM_TOKEN npm_config_cache npm_package_version CI JOURNAL_STREAM INVOCATION_ID NOTIFY_SOCKET STATE_DIRECTORY ' +
  'KUBERNETES_SERVICE_HOST KUBERNETES_PORT AWS_SECRET_ACCESS_KEY DOCKER_HOST MALLOC_ARENA_MAX WORKER_SLOT VITEST_WORKER_ID EDITOR';

test('ignores the variables of other programs', () => {
  expect(OTHER_VARIABLES.split(' ').filter((name) => closestSetting(name))).toEqual([]);
});
