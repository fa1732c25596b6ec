import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { shopCli } from '#support/shop-cli.ts';
import { temporaryDir } from '#support/shop-process.ts';
import { smallShop } from '#support/small-shop.ts';

test('texts can be exported, imported, edited, hidden and reverted, and an import reports mistakes', async () => {
  const tempDir = temporaryDir('content-commands');
  const exportDir = temporaryDir('content-export');
  const editor = join(exportDir.dir, 'editor.sh');
  writeFileSync(editor, '#!/bin/sh\nsed -i "s/Looms/Looms of ours/; s/name: Sizes/name: Our sizes/" "$1"\n', {
    mode: 0o755,
  });
  const runCli = shopCli(tempDir.dir, { EDITOR: editor, VISUAL: '' });
  const folder = join(exportDir.dir, 'shop');
  await (await smallShop(tempDir.dir)).close();
  try {
    expect(runCli('content', 'export', folder)).toMatchObject({ status: 0, stderr: '' });
    expect(existsSync(join(folder, 'blog/mending.md'))).toBe(true);
    expect(runCli('content', 'import', folder).stdout).toContain('Nothing to import');
    expect(runCli('content', 'edit', 'faq/sizes-and-fit')).toMatchObject({ status: 0, stderr: '' });
    expect(runCli('content', 'hide', 'blog')).toMatchObject({ status: 0, stderr: '' });
    const list = runCli('content', 'list').stdout;
    expect(list).toMatch(/faq\/sizes-and-fit {2}your own/);
    expect(list).toMatch(/blog\/mending {2}hidden/);
    expect(runCli('content', 'hide', 'policies/privacy-policy').stderr).toContain('the shop needs it');
    expect(runCli('content', 'revert', 'faq/sizes-and-fit').stderr).toContain('Add --yes');
    expect(runCli('content', 'list').stdout).toMatch(/faq\/sizes-and-fit {2}your own/);
    expect(runCli('content', 'revert', 'faq/sizes-and-fit', '--yes')).toMatchObject({ status: 0, stderr: '' });
    expect(runCli('content', 'revert', 'blog')).toMatchObject({ status: 0, stderr: '' });
    expect(runCli('content', 'list').stdout).not.toMatch(/your own\n|hidden\n/);
    const invalidDelivery = readFileSync(join(folder, 'delivery.json'), 'utf8').replace('[1, 3]', '"1-3"');
    writeFileSync(join(folder, 'delivery.json'), invalidDelivery);
    expect(runCli('content', 'import', folder, '--dry-run')).toMatchObject({ status: 1 });
    expect(runCli('content', 'import', folder).stderr).toMatch(
      /^delivery\.json:5:\d+ zones\.0\.days: must be two whole/,
    );
    expect(runCli('settings', 'show', 'numbers').stdout).toContain('numbers.order = "TA"  (default)');
  } finally {
    tempDir.remove();
    exportDir.remove();
  }
});
