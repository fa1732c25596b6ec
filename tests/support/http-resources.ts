import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { importContent } from '#lib/content/publishing/import-content.server.ts';
import { contentOf } from '#lib/platform/content/content.server.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { PictureStore } from '#lib/platform/files/pictures/pictures.server.ts';
import { openFileStore } from '#lib/platform/files/storage/open-file-store.server.ts';
import { loadSettings } from '#lib/platform/settings/load-settings.server.ts';
import { fontUrl } from '#lib/shop/settings/look-style.ts';
import { addRowOwner, type RowOwner, storeFiles } from './owned-rows.ts';
import { root } from './project-root.ts';
import { samplePng } from './sample-files.ts';

/** A kind of resource, with its expected HTTP behaviour. */
export interface Resource {
  name: string;
  path: string;
  /** The value of the `Content-Type` header. */
  type: string;
  /** The status of the response, by default 200. */
  status?: number;
  cookie?: string;
  /** The value of the `Allow` header, or undefined if no resource has this path. */
  allow: string | undefined;
  hasEtag: boolean;
  hasLastModified?: boolean;
  isCompressed?: boolean;
  /** Whether the resource is a rendered page, which may be compressed with a dictionary. */
  isPage?: boolean;
  hasLength?: boolean;
}

const READ = 'GET, HEAD';
const HTML = 'text/html; charset=utf-8';
const FONT = readFileSync(join(root, 'node_modules/@fontsource/noto-sans/files/noto-sans-latin-400-normal.woff2'));

/** Adds one resource of each kind. Must be called before the shop starts. */
export async function addResources(
  db: ShopDatabase,
  dataDir: string,
): Promise<{ owner: RowOwner; resources: Resource[] }> {
  const owner = await addRowOwner(db);
  await storeFiles(db, openFileStore({ dataDir }), owner);
  const picture = await new PictureStore(dataDir).store(await samplePng(200, 200));
  const font = await addFont(db, dataDir);
  const cookie = `session=${owner.token}`;
  const sharedProperties = { allow: READ, hasEtag: true, isCompressed: true, hasLength: true };
  const page = { ...sharedProperties, isPage: true };
  const privateProperties = { cookie, allow: READ, hasEtag: false, hasLength: true };
  const { order, attachment } = owner.rowIds;
  const resources: Resource[] = [
    { name: 'page', path: '/faq', type: HTML, ...page },
    { name: 'page of a list', path: '/products?search=nothing', type: HTML, ...page },
    {
      name: 'private page',
      path: '/account/orders',
      type: HTML,
      isCompressed: true,
      isPage: true,
      ...privateProperties,
    },
    { name: '404 page', path: '/nonsense', type: HTML, ...page, status: 404, allow: undefined },
    { name: 'picture', path: `/pictures/${picture.hash}-160.webp`, type: 'image/webp', allow: READ, hasEtag: true },
    { name: 'font', path: font, type: 'font/woff2', allow: READ, hasEtag: true, hasLength: true },
    { name: 'icon', path: '/favicon.svg', type: 'image/svg+xml', ...sharedProperties, hasLastModified: true },
    { name: 'merchant feed', path: '/feeds/google.xml', type: 'application/xml; charset=utf-8', ...sharedProperties },
    { name: 'journal feed', path: '/rss.xml', type: 'application/rss+xml; charset=utf-8', ...page },
    { name: 'sitemap index', path: '/sitemap-index.xml', type: 'application/xml; charset=utf-8', ...sharedProperties },
    {
      name: 'sitemap of goods',
      path: '/sitemap-products-0.xml',
      type: 'application/xml; charset=utf-8',
      ...sharedProperties,
    },
    { name: 'sitemap of pages', path: '/sitemap-pages.xml', type: 'application/xml; charset=utf-8', ...page },
    { name: 'robots', path: '/robots.txt', type: 'text/plain; charset=utf-8', ...page },
    { name: 'shared JSON', path: '/public/settings', type: 'application/json', ...page },
    { name: 'private JSON', path: '/auth/customer/me', type: 'application/json', ...privateProperties, allow: 'GET' },
    {
      name: 'invoice',
      path: `/public/orders/invoice/${order}`,
      type: HTML,
      isCompressed: true,
      isPage: true,
      ...privateProperties,
    },
    {
      name: 'stored file',
      path: `/public/support-ticket/attachment/${attachment}`,
      type: 'text/plain; charset=utf-8',
      ...privateProperties,
      allow: 'GET',
      hasEtag: true,
    },
    { name: 'health', path: '/healthz', type: 'application/json', allow: READ, hasEtag: false },
  ];
  return { owner, resources };
}

async function addFont(db: ShopDatabase, dataDir: string): Promise<string> {
  const folder = join(dataDir, 'own');
  mkdirSync(join(folder, 'fonts'), { recursive: true });
  writeFileSync(join(folder, 'fonts/own.woff2'), FONT);
  writeFileSync(join(folder, 'look.json'), JSON.stringify({ fonts: { texts: ['own.woff2'], headings: [] } }));
  const shop = { db, settings: loadSettings({ DATA_DIR: dataDir }), now: Date.now };
  const options = { isDryRun: false, show: () => {} };
  await importContent(shop, folder, options);
  await contentOf(db).reload(db);
  const [font] = contentOf(db).filesIn('fonts');
  return fontUrl((JSON.parse(font?.body ?? '{}') as { hash: string }).hash);
}
