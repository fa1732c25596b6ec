import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { contentOf } from '#lib/platform/content/content.server.ts';
import { PICTURE_NAME } from '#lib/platform/content/content-fields.schema.ts';
import type { ContentChange } from '#lib/platform/content/own-content.server.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';
import { drawingOf, type OwnPicture } from '#lib/platform/files/own-picture.server.ts';
import { PictureStore } from '#lib/platform/files/pictures.server.ts';
import type { Shop } from '#lib/platform/shop.server.ts';
import type { GivenFile } from '#lib/publishing/read-folder.server.ts';

type Parts = Pick<Shop, 'db' | 'settings'>;

const MOST_BYTES = 20 * 1024 * 1024;

/** Reads all before any is kept. Throws `invalid` with a line for each that is no picture. */
export async function picturesToSave(
  { db, settings }: Parts,
  given: readonly GivenFile[],
  isDryRun: boolean,
): Promise<ContentChange[]> {
  const store = new PictureStore(settings.dataDir);
  const changes: ContentChange[] = [];
  const problems: string[] = [];
  for (const { name, file } of given) {
    const path = `pictures/${name}`;
    const problem = await pictureProblem(name, file);
    if (problem) problems.push(`${path}: ${problem}`);
    if (problem) continue;
    try {
      const body = JSON.stringify(await ownPictureOf(await readFile(file), name, { store, isDryRun }));
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

/** A drawing is kept as SVG, made safe, and as a picture for what shows no SVG. */
async function ownPictureOf(
  bytes: Buffer,
  name: string,
  { store, isDryRun }: { store: PictureStore; isDryRun: boolean },
): Promise<OwnPicture> {
  if (!name.endsWith('.svg')) return isDryRun ? store.look(bytes) : store.store(bytes);
  const drawing = drawingOf(bytes);
  const source = Buffer.from(drawing.svg);
  return { ...(await (isDryRun ? store.look(source, 'drawing') : store.store(source, 'drawing'))), ...drawing };
}

async function pictureProblem(name: string, file: string): Promise<string | undefined> {
  if (!PICTURE_NAME.test(name)) {
    return 'pictures lie in one folder below, with small letters, and end in .avif, .webp, .jpg, .png or .svg: slides/diwali.jpg';
  }
  return (await stat(file)).size > MOST_BYTES ? 'the picture is larger than 20 MB' : undefined;
}

/** Gives how many. */
export async function exportPictures({ db, settings }: Parts, dir: string): Promise<number> {
  const store = new PictureStore(settings.dataDir);
  const own = [...contentOf(db).own.values()].filter(
    ({ path, state }) => path.startsWith('pictures/') && state === 'own',
  );
  for (const { path, body } of own) {
    const { hash, svg } = JSON.parse(body) as OwnPicture;
    if (svg === undefined) await store.copyTo(hash, join(dir, path));
    else await writeIn(dir, path, svg);
  }
  return own.length;
}

async function writeIn(dir: string, path: string, text: string): Promise<void> {
  await mkdir(dirname(join(dir, path)), { recursive: true });
  await writeFile(join(dir, path), text);
}
