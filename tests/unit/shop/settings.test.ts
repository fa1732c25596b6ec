import { describe, expect, test } from 'vitest';
import { readSettings, SettingsError } from '#lib/shop/settings.server.ts';

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
  test('an empty environment gives the demo shop on this machine only', () => {
    expect(readSettings({})).toMatchObject({
      mode: 'demo',
      host: '127.0.0.1',
      port: 4321,
      dataDir: '.data',
      pageCache: true,
      siteUrl: 'http://localhost:4321',
    });
  });

  test('live mode names everything that is missing at once', () => {
    const problems = problemsOf({ SHOP_MODE: 'live' }).join('\n');
    for (const name of ['SITE_URL', 'SECRET_KEY', 'SMTP_URL']) expect(problems).toContain(name);
  });

  test('the demo shop refuses to be opened to the network', () => {
    expect(problemsOf({ HOST: '0.0.0.0' })).toHaveLength(1);
  });

  test.each([
    ['PORT', '99999'],
    ['PORT', '1.5'],
    ['PAGE_CACHE', 'maybe'],
    ['DATABASE_URL', 'mysql://x'],
    ['STORAGE_URL', 's3://bucket'],
    ['SITE_URL', 'https://shop.example/path'],
    ['SECRET_KEY', 'short'],
    ['TRUSTED_PROXIES', '-1'],
  ])('%s=%s is refused by name', (name, value) => {
    expect(problemsOf({ [name]: value }).join()).toContain(name);
  });
});
