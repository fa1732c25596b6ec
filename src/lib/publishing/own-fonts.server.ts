import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { contentOf } from '#lib/platform/content/content.server.ts';
import { FONT_NAME } from '#lib/platform/content/content-fields.schema.ts';
import type { ContentChange } from '#lib/platform/content/own-content.server.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';
import { type OwnFont, ownFontOf } from '#lib/platform/files/own-font.server.ts';
import type { Shop } from '#lib/platform/shop.server.ts';
import type { GivenFile } from '#lib/publishing/read-folder.server.ts';

/** Throws `invalid` with a line for each that is no font for pages. */
export async function fontsToSave({ db }: Pick<Shop, 'db'>, given: readonly GivenFile[]): Promise<ContentChange[]> {
  const changes: ContentChange[] = [];
  const problems: string[] = [];
  for (const { name, file } of given) {
    const path = `fonts/${name}`;
    try {
      if (!FONT_NAME.test(name)) throw new Error(NAME_WANTED);
      const body = JSON.stringify(ownFontOf(await readFile(file)));
      const now = contentOf(db).own.get(path);
      if (now?.state !== 'own' || now.body !== body)
        changes.push({ path, state: 'own', body, from: now?.version ?? 0 });
    } catch (error) {
      problems.push(`${path}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  if (problems.length > 0) throw new ShopError('invalid', problems.join('\n'));
  return changes;
}

const NAME_WANTED = 'a font’s file has small letters, digits and hyphens, and ends in .woff2: kora-regular.woff2';

/** Gives how many. */
export async function exportFonts({ db }: Pick<Shop, 'db'>, dir: string): Promise<number> {
  const own = [...contentOf(db).own.values()].filter(({ path, state }) => path.startsWith('fonts/') && state === 'own');
  for (const { path, body } of own) {
    await mkdir(dirname(join(dir, path)), { recursive: true });
    await writeFile(join(dir, path), Buffer.from((JSON.parse(body) as OwnFont).data, 'base64'));
  }
  return own.length;
}
