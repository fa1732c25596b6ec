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
  test('an empty environment starts the demo shop on localhost', () => {
    expect(readSettings({})).toMatchObject({
      mode: 'demo',
      host: '127.0.0.1',
      port: 4321,
      dataDir: '.data',
      pageCache: true,
      siteUrl: 'http://localhost:4321',
    });
  });

  test('the URL of a standby requires DATABASE_URL, and must be valid', () => {
    const standby = { DATABASE_READ_URL: 'postgres://shop:secret@10.0.0.2/shop' };
    expect(problemsOf(standby)).toEqual(['DATABASE_READ_URL is for PostgreSQL only: DATABASE_URL is needed with it.']);
    const both = { ...standby, DATABASE_URL: 'postgres://shop:secret@10.0.0.1/shop' };
    expect(readSettings(both).databaseReadUrl).toBe(standby.DATABASE_READ_URL);
    const twoStandbys = 'postgres://shop:a,b@10.0.0.2:5432,10.0.0.3:5433/shop?sslmode=require';
    expect(problemsOf({ ...both, DATABASE_READ_URL: twoStandbys })).toEqual([]);
    expect(problemsOf({ ...both, DATABASE_READ_URL: 'postgres://shop:p#ss@10.0.0.2/shop' })).toEqual([
      'DATABASE_READ_URL is not a valid address; special characters in its password are written like %40.',
    ]);
    expect(problemsOf({ ...both, DATABASE_READ_URL: '10.0.0.2:secret' })).toEqual([
      'DATABASE_READ_URL must begin with postgres:// or postgresql://.',
    ]);
  });

  test('live mode lists all missing settings at once', () => {
    const problems = problemsOf({ SHOP_MODE: 'live' }).join('\n');
    for (const name of ['SITE_URL', 'SECRET_KEY', 'SMTP_URL', 'MAIL_FROM']) expect(problems).toContain(name);
  });

  test('the demo shop rejects a public address', () => {
    expect(problemsOf({ HOST: '0.0.0.0' })).toHaveLength(1);
  });

  const LIVE = {
    SHOP_MODE: 'live',
    SECRET_KEY: 'x'.repeat(32),
    SMTP_URL: 'smtp://mail.example',
    MAIL_FROM: 'hello@shop.example',
  };

  test('a live shop without an email sender does not start, and no other problem is reported', () => {
    const { MAIL_FROM: _, ...withoutSender } = { ...LIVE, SITE_URL: 'https://shop.example' };
    expect(problemsOf(withoutSender)).toEqual(['MAIL_FROM is needed when SHOP_MODE is live.']);
  });

  test.each(['hello', 'Kora <hello>', 'hello@shop', 'a@shop.in, b@shop.in'])('rejects the sender %s', (from) => {
    expect(problemsOf({ MAIL_FROM: from }).join()).toContain('MAIL_FROM');
  });

  test.each(['http://shop.example', 'http://shop.example:8080', 'http://10.0.0.5', 'http://localhost.example'])(
    'a live shop does not start at %s',
    (address) => expect(problemsOf({ ...LIVE, SITE_URL: address }).join()).toMatch(/SITE_URL.*https/),
  );

  test.each(['https://shop.example', 'http://localhost:4321', 'http://127.0.0.1:4321', 'http://[::1]:4321'])(
    'a live shop starts at %s',
    (address) => expect(readSettings({ ...LIVE, SITE_URL: address }).siteUrl).toBe(address),
  );

  test('HSTS covers the host of the shop only, unless its owner includes the subdomains', () => {
    const hsts = (env: NodeJS.ProcessEnv) => {
      const headers = securityHeaders(readSettings(env));
      return headers[headers.indexOf('strict-transport-security') + 1];
    };
    const live = { ...LIVE, SITE_URL: 'https://shop.example' };
    expect(hsts(live)).toBe('max-age=31536000');
    expect(hsts({ ...live, HSTS_SUBDOMAINS: 'on' })).toBe('max-age=31536000; includeSubDomains');
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
  ])('rejects %s=%s by name', (name, value) => {
    expect(problemsOf({ [name]: value }).join()).toContain(name);
  });

  test('any values give settings, or problems that name a setting and reveal no secret', () => {
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
