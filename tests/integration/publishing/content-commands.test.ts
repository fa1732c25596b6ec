import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { shopCli } from '#support/shop-cli.ts';
import { temporaryDir } from '#support/shop-process.ts';
import { smallShop } from '#support/small-shop.ts';

test('texts can be exported, imported, edited, hidden and reverted, and an import names its mistakes', async () => {
  const data = temporaryDir('content-commands');
  const out = temporaryDir('content-export');
  const editor = join(out.dir, 'editor.sh');
  writeFileSync(editor, '#!/bin/sh\nsed -i "s/Looms/Looms of ours/; s/name: Sizes/name: Our sizes/" "$1"\n', {
    mode: 0o755,
  });
  const cli = shopCli(data.dir, { EDITOR: editor, VISUAL: '' });
  const folder = join(out.dir, 'shop');
  await (await smallShop(data.dir)).close();
  try {
    expect(cli('content', 'export', folder)).toMatchObject({ status: 0, stderr: '' });
    expect(existsSync(join(folder, 'blog/mending.md'))).toBe(true);
    expect(cli('content', 'import', folder).stdout).toContain('Nothing to import');
    expect(cli('content', 'edit', 'faq/sizes-and-fit')).toMatchObject({ status: 0, stderr: '' });
    expect(cli('content', 'hide', 'blog')).toMatchObject({ status: 0, stderr: '' });
    const listed = cli('content', 'list').stdout;
    expect(listed).toMatch(/faq\/sizes-and-fit {2}your own/);
    expect(listed).toMatch(/blog\/mending {2}hidden/);
    expect(cli('content', 'hide', 'policies/privacy-policy').stderr).toContain('the shop needs it');
    expect(cli('content', 'revert', 'faq/sizes-and-fit').stderr).toContain('Add --yes');
    expect(cli('content', 'list').stdout).toMatch(/faq\/sizes-and-fit {2}your own/);
    expect(cli('content', 'revert', 'faq/sizes-and-fit', '--yes')).toMatchObject({ status: 0, stderr: '' });
    expect(cli('content', 'revert', 'blog')).toMatchObject({ status: 0, stderr: '' });
    expect(cli('content', 'list').stdout).not.toMatch(/your own\n|hidden\n/);
    const broken = readFileSync(join(folder, 'delivery.json'), 'utf8').replace('[1, 3]', '"1-3"');
    writeFileSync(join(folder, 'delivery.json'), broken);
    expect(cli('content', 'import', folder, '--dry-run')).toMatchObject({ status: 1 });
    expect(cli('content', 'import', folder).stderr).toMatch(/^delivery\.json:5:\d+ zones\.0\.days: must be two whole/);
    expect(cli('settings', 'show', 'numbers').stdout).toContain('numbers.order = "TA"  (default)');
  } finally {
    data.remove();
    out.remove();
  }
});
