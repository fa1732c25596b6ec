import { inflateSync } from 'node:zlib';

/** Returns the text of a PDF made by pdfkit, which contains hexadecimal glyphs and a table of each font's letters. */
export function textOfPdf(pdf: Buffer): string {
  const objects = [...pdf.toString('latin1').matchAll(/(\d+) 0 obj\n(.*?)\nendobj/gs)].map(
    ([, id = '', body = '']) => ({ id, body }),
  );
  const bodyOf = (id: string) => objects.find((object) => object.id === id)?.body ?? '';
  const letters = new Map<string, Map<number, string>>();
  for (const { body } of objects) {
    for (const [, name = '', id = ''] of (/\/Font <<(.*?)>>/s.exec(body)?.[1] ?? '').matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      letters.set(name, lettersOf(streamOf(bodyOf(/\/ToUnicode (\d+) 0 R/.exec(bodyOf(id))?.[1] ?? ''))));
    }
  }
  const pages = objects.filter(({ body }) => body.includes('stream') && /\bTJ\b/.test(streamOf(body)));
  const texts = pages.flatMap(({ body }) => {
    let font = '';
    return streamOf(body)
      .split('\n')
      .flatMap((line) => {
        font = /^\/(F\d+) /.exec(line)?.[1] ?? font;
        if (!line.endsWith('TJ')) return [];
        const glyphs = [...line.matchAll(/<([0-9a-f]+)>/g)].flatMap(([, hex = '']) => hex.match(/.{4}/g) ?? []);
        return [glyphs.map((glyph) => letters.get(font)?.get(Number.parseInt(glyph, 16)) ?? '').join('')];
      });
  });
  return texts.join('');
}

/** Returns the decompressed stream of an object, or an empty string if the object has no stream. */
export function streamOf(body: string): string {
  const data = /stream\n(.*)\nendstream/s.exec(body)?.[1] ?? '';
  return body.includes('FlateDecode') ? inflateSync(Buffer.from(data, 'latin1')).toString('latin1') : data;
}

/** Returns the letters of each glyph, from a font's `ToUnicode` table. */
export function lettersOf(cmap: string): Map<number, string> {
  const letters = new Map<number, string>();
  for (const [, first = '', list = ''] of cmap.matchAll(/<([0-9a-f]{4})> <[0-9a-f]{4}> \[(.*?)\]/gs)) {
    for (const [index, [, hex = '']] of [...list.matchAll(/<([0-9a-f ]*)>/g)].entries()) {
      const codes = (hex.match(/[0-9a-f]{4}/g) ?? []).map((code) => Number.parseInt(code, 16));
      letters.set(Number.parseInt(first, 16) + index, String.fromCharCode(...codes));
    }
  }
  return letters;
}
