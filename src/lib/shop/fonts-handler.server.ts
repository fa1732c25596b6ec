import { contentOf } from '#lib/platform/content/content.server.ts';
import type { OwnFont } from '#lib/platform/files/own-font.server.ts';
import type { RequestHandler } from '#lib/platform/http/front-options.server.ts';
import { IMMUTABLE } from '#lib/platform/http/handlers.server.ts';
import type { Shop } from '#lib/platform/shop.server.ts';

const PATH = /^\/fonts\/([0-9a-f]{24})\.woff2$/;

/** The owner's fonts, out of memory; their addresses change with their bytes. */
export function fontsHandler({ db }: Pick<Shop, 'db'>): RequestHandler {
  return ({ url = '', method, headers: asked }, res) => {
    const hash = PATH.exec(url.split('?', 1)[0] ?? '')?.[1];
    const font = hash !== undefined && (method === 'GET' || method === 'HEAD') ? fontsOf(db).get(hash) : undefined;
    if (!font) return false;
    const etag = `"${hash}"`;
    const headers = { 'cache-control': IMMUTABLE, 'content-security-policy': "default-src 'none'", etag };
    if (asked['if-none-match'] === etag) {
      res.writeHead(304, headers).end();
      return true;
    }
    res.writeHead(200, { ...headers, 'content-type': 'font/woff2', 'content-length': font.length });
    res.end(method === 'HEAD' ? undefined : font);
    return true;
  };
}

function fontsOf(db: Shop['db']): ReadonlyMap<string, Buffer> {
  const content = contentOf(db);
  return content.memo('fonts', () => {
    const own = [...content.own.values()].filter(({ path, state }) => path.startsWith('fonts/') && state === 'own');
    return new Map(
      own.map(({ body }) => {
        const { hash, data } = JSON.parse(body) as OwnFont;
        return [hash, Buffer.from(data, 'base64')] as const;
      }),
    );
  });
}
