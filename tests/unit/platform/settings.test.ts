import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { securityHeaders } from '#lib/platform/http/server/security-headers.server.ts';
import { readSettings } from '#lib/platform/settings/settings.server.ts';
import { SettingsError } from '#lib/platform/settings/settings-error.ts';
import { ALL_SETTINGS, SETTING_NAMES } from '#lib/platform/settings/settings-schema.server.ts';

function problemsOf(env: NodeJS.ProcessEnv): string[] {
  try {
    readSettings(env);
  } catch (error) {
    if (error instanceof SettingsError) return error.problems;
    throw error;
  }
  return [];
}

describe('settings', () => {
  test('without environment variables start the demo shop on localhost', () => {
    expect(readSettings({})).toMatchObject({
      mode: 'demo',
      host: '127.0.0.1',
      port: 4321,
      dataDir: '.data',
      isPageCacheOn: true,
      siteUrl: 'http://localhost:4321',
    });
  });

  test('with the URL of a standby require DATABASE_URL, and the URL must be valid', () => {
    const standby = { DATABASE_READ_URL: 'postgres://shop:secret@10.0.0.2/shop' };
    expect(problemsOf(standby)).toEqual(['DATABASE_READ_URL is for PostgreSQL only: DATABASE_URL is needed with it.']);
    const primaryAndStandby = { ...standby, DATABASE_URL: 'postgres://shop:secret@10.0.0.1/shop' };
    expect(readSettings(primaryAndStandby).databaseReadUrl).toBe(standby.DATABASE_READ_URL);
    const twoStandbys = 'postgres://shop:a,b@10.0.0.2:5432,10.0.0.3:5433/shop?sslmode=require';
    expect(problemsOf({ ...primaryAndStandby, DATABASE_READ_URL: twoStandbys })).toEqual([]);
    expect(problemsOf({ ...primaryAndStandby, DATABASE_READ_URL: 'postgres://shop:p#ss@10.0.0.2/shop' })).toEqual([
      'DATABASE_READ_URL is not a valid URL; special characters in its password are written like %40.',
    ]);
    expect(problemsOf({ ...primaryAndStandby, DATABASE_READ_URL: '10.0.0.2:secret' })).toEqual([
      'DATABASE_READ_URL must begin with postgres:// or postgresql://.',
    ]);
  });

  test('in live mode report all missing settings at once', () => {
    const problems = problemsOf({ SHOP_MODE: 'live' }).join('\n');
    for (const name of ['SITE_URL', 'SECRET_KEY', 'SMTP_URL', 'MAIL_FROM']) expect(problems).toContain(name);
  });

  test('of the demo shop must not contain a public address', () => {
    expect(problemsOf({ HOST: '0.0.0.0' })).toHaveLength(1);
  });

  const LIVE_ENV = {
    SHOP_MODE: 'live',
    SECRET_KEY: 'x'.repeat(32),
    SMTP_URL: 'smtp://mail.example',
    MAIL_FROM: 'hello@shop.example',
  };

  test('of a live shop without an email sender have only that problem', () => {
    const { MAIL_FROM: _, ...withoutSender } = { ...LIVE_ENV, SITE_URL: 'https://shop.example' };
    expect(problemsOf(withoutSender)).toEqual(['MAIL_FROM is needed when SHOP_MODE is live.']);
  });

  test.each(['hello', 'Kora <hello>', 'hello@shop', 'a@shop.in, b@shop.in'])(
    'with the sender %s are rejected',
    (from) => {
      expect(problemsOf({ MAIL_FROM: from }).join()).toContain('MAIL_FROM');
    },
  );

  test.each(['http://shop.example', 'http://shop.example:8080', 'http://10.0.0.5', 'http://localhost.example'])(
    'of a live shop at %s are rejected',
    (address) => expect(problemsOf({ ...LIVE_ENV, SITE_URL: address }).join()).toMatch(/SITE_URL.*https/),
  );

  test.each(['https://shop.example', 'http://localhost:4321', 'http://127.0.0.1:4321', 'http://[::1]:4321'])(
    'of a live shop at %s are accepted',
    (address) => expect(readSettings({ ...LIVE_ENV, SITE_URL: address }).siteUrl).toBe(address),
  );

  test('enable HSTS only for the host of the shop, unless the owner includes the subdomains', () => {
    const hsts = (env: NodeJS.ProcessEnv) =>
      new Map(securityHeaders(readSettings(env))).get('strict-transport-security');
    const liveEnv = { ...LIVE_ENV, SITE_URL: 'https://shop.example' };
    expect(hsts(liveEnv)).toBe('max-age=31536000');
    expect(hsts({ ...liveEnv, HSTS_SUBDOMAINS: 'on' })).toBe('max-age=31536000; includeSubDomains');
    expect(securityHeaders(readSettings({})).join()).not.toContain('strict-transport');
  });

  test.each([
    ['PORT', '99999'],
    ['PORT', '1.5'],
    ['PAGE_CACHE', 'maybe'],
    ['HSTS_SUBDOMAINS', 'yes'],
    ['DATABASE_URL', 'mysql://x'],
    ['STORAGE_URL', 's3://bucket'],
    ['SITE_URL', 'https://shop.example/path'],
    ['SECRET_KEY', 'short'],
    ['TRUSTED_PROXIES', '-1'],
  ])('with %s=%s are rejected with the name of the setting', (name, value) => {
    expect(problemsOf({ [name]: value }).join()).toContain(name);
  });

  test('with any values are valid, or have problems that name a setting and do not reveal any secret', () => {
    const names = fc.constantFrom(...SETTING_NAMES);
    const value = fc.oneof(fc.string(), fc.constantFrom('on', 'live', 's3://a:b@c/d/e', 'postgres://a', ',', '7'));
    fc.assert(
      fc.property(fc.dictionary(names, value), (env) => {
        for (const problem of problemsOf(env)) expect(problem).toMatch(/^[A-Z_]+,? .*\.$/s);
      }),
    );
    for (const { name } of ALL_SETTINGS.filter(({ isSecret }) => isSecret))
      for (const mode of ['demo', 'live'])
        expect(problemsOf({ SHOP_MODE: mode, [name]: 'hush, hush' }).join(), name).not.toContain('hush');
  });
});
