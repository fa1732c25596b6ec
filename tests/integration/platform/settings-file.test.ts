import { spawnSync } from 'node:child_process';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { loadSettings, unknownSettingMessages } from '#lib/platform/settings/load-settings.server.ts';
import { settingsFileOf, withSettings, writeSettingsFile } from '#lib/platform/settings/settings-file.server.ts';
import { SETTING_NAMES } from '#lib/platform/settings/settings-schema.server.ts';
import { root } from '#support/project-root.ts';
import { shopCli } from '#support/shop-cli.ts';
import { temporaryDir } from '#support/shop-process.ts';

function createDataFolder(text: string): NodeJS.ProcessEnv & { DATA_DIR: string } {
  const { dir, remove } = temporaryDir('settings-file');
  onTestFinished(remove);
  writeFileSync(join(dir, 'settings.env'), text);
  return { DATA_DIR: dir };
}

test('settings.env in the data folder is read; the environment takes precedence, except for empty variables', () => {
  const env = createDataFolder(
    '\u{FEFF}PORT=5001\n# mine\nLOG_LEVEL="warn"\nSITE_URL=\'http://localhost:9\' # end\nDATA_DIR=/elsewhere\n',
  );
  expect(loadSettings(env)).toMatchObject({
    port: 5001,
    logLevel: 'warn',
    siteUrl: 'http://localhost:9',
    dataDir: env.DATA_DIR,
  });
  expect(loadSettings({ ...env, PORT: '5002', LOG_LEVEL: '' })).toMatchObject({ port: 5002, logLevel: 'warn' });
});

test('unknown settings are reported with the name that was probably meant', () => {
  const env = createDataFolder('SMPT_URL=smtp://a\nTHEME=dark\nDATA_DIR=/x\nSITE_URL: http://a\n');
  const path = settingsFileOf(env);
  expect(unknownSettingMessages({ ...env, MAIL_FORM: 'a@shop.in', SECERT_KEY: '' })).toEqual([
    'MAIL_FORM is not a setting: did you mean MAIL_FROM?',
    `DATA_DIR in ${path} has no effect: it is the folder of that file.`,
    `SMPT_URL in ${path} is not a setting: did you mean SMTP_URL?`,
    `THEME in ${path} is not a setting.`,
    `${path}:4 is not of the form NAME=value.`,
  ]);
});

test('a shop that lacks a setting also reports a mistyped one', () => {
  const env = createDataFolder(
    'SHOP_MODE=live\nSITE_URL=https://shop.example\nMAIL_FROM=hello@shop.example\nSMPT_URL=smtp://a\n',
  );
  const { SHOP_MODE: _, ...others } = process.env;
  const result = spawnSync(process.execPath, ['scripts/shop.ts', 'mails', 'list'], {
    cwd: root,
    env: { ...others, ...env, SECRET_KEY: 'k'.repeat(32) },
  });
  expect(result.status).toBe(1);
  expect(result.stderr.toString()).toBe(
    `The shop can't start:\n  - SMTP_URL is needed when SHOP_MODE is live.\n  - SMPT_URL in ${settingsFileOf(env)} is not a setting: did you mean SMTP_URL?\n`,
  );
});

test('doctor reports mistyped names in the file and in the environment', () => {
  const { DATA_DIR } = createDataFolder('MAILS_AN_HUOR=3\n');
  const { stdout } = shopCli(DATA_DIR, { SMPT_URL: 'smtp://a' })('doctor');
  expect(stdout).toContain('✗ settings: SMPT_URL is not a setting: did you mean SMTP_URL?');
  expect(stdout).toMatch(/✗ settings: MAILS_AN_HUOR in .*settings\.env is not a setting: did you mean MAILS_AN_HOUR\?/);
});

test('a change keeps all other lines that the owner wrote', () => {
  const originalText = '# my shop\r\n\r\nPORT=1 # old\nexport LOG_LEVEL=warn\nNOTE="two\nlines"\nPORT=2';
  expect(withSettings(originalText, { PORT: '3', MAIL_FROM: 'Kora & Kin <a@b.in>', LOG_LEVEL: 'warn' })).toBe(
    '# my shop\n\nPORT=1 # old\nexport LOG_LEVEL=warn\nNOTE="two\nlines"\nPORT=3\nMAIL_FROM=\'Kora & Kin <a@b.in>\'\n',
  );
  expect(() => withSettings('PORT=1\nNOTE="a\nPORT=2"\n', { PORT: '3' })).toThrow(/by hand/);
});

test('written values are read back unchanged, and no other line changes', () => {
  const anyValue = fc.string({ unit: 'grapheme', maxLength: 40 });
  const anySettings = fc.dictionary(fc.constantFrom(...SETTING_NAMES), anyValue, { maxKeys: 5 });
  fc.assert(
    fc.property(anySettings, anySettings, (firstChange, secondChange) => {
      let text: string;
      try {
        text = withSettings(withSettings('# mine\nOTHER=1\n', firstChange), secondChange);
      } catch (error) {
        expect(String(error)).toMatch(/choose another|by hand/);
        return;
      }
      expect({ ...parseEnv(text) }).toEqual({ OTHER: '1', ...firstChange, ...secondChange });
      expect(text.startsWith('# mine\nOTHER=1\n')).toBe(true);
    }),
  );
});

test('the settings file is private, even if it replaces one that is not', async () => {
  const { DATA_DIR } = createDataFolder('PORT=1\n');
  const path = join(DATA_DIR, 'settings.env');
  await writeSettingsFile(path, 'PORT=2\n');
  expect(readFileSync(path, 'utf8')).toBe('PORT=2\n');
  expect(statSync(path).mode & 0o777).toBe(0o600);
});
