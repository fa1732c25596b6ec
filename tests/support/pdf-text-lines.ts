import { lettersOf, streamOf } from './pdf-text.ts';

/** A line of text on an A4 page. Lengths are in points from the top left corner. `y` is the baseline. */
interface TextLine {
  page: number;
  x: number;
  y: number;
  right: number;
  /** The font size. */
  size: number;
  text: string;
}

interface DrawnFont {
  letters: Map<number, string>;
  widths: number[];
}

const PAGE_HEIGHT = 841.89;

/** Returns every line of text in a PDF made by pdfkit, page by page, in drawing order. */
export function pdfTextLines(pdf: Buffer): TextLine[] {
  const bodies = new Map(
    [...pdf.toString('latin1').matchAll(/(\d+) 0 obj\n(.*?)\nendobj/gs)].map(([, id = '', body = '']) => [id, body]),
  );
  const bodyOf = (id = '') => bodies.get(id) ?? '';
  const objectOf = (body: string, name: string) => bodyOf(new RegExp(`/${name} \\[?(\\d+) 0 R`).exec(body)?.[1]);
  const fontsOf = (page: string) =>
    new Map(
      [...objectOf(page, 'Resources').matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, name = '', id]) => {
        const font = bodyOf(id);
        return [
          name,
          {
            letters: lettersOf(streamOf(objectOf(font, 'ToUnicode'))),
            widths: widthsOf(objectOf(font, 'DescendantFonts')),
          },
        ];
      }),
    );
  const pages = [...bodies.values()].filter((body) => body.includes('/Type /Page\n'));
  return pages.flatMap((page, number) => linesOnPage(streamOf(objectOf(page, 'Contents')), fontsOf(page), number + 1));
}

function linesOnPage(stream: string, fonts: Map<string, DrawnFont>, page: number): TextLine[] {
  const lines: TextLine[] = [];
  for (const [, block = ''] of stream.matchAll(/BT\n(.*?)\nET/gs)) {
    const [, x = 0, fromBottom = 0] = (/^1 0 0 1 (\S+) (\S+) Tm/.exec(block) ?? []).map(Number);
    const [, name = '', sizeText = ''] = /\/(F\d+) (\S+) Tf/.exec(block) ?? [];
    const [size, font] = [Number(sizeText), fonts.get(name)];
    let [text, advance] = ['', 0];
    const [, drawnText = ''] = /\[(.*)\] TJ/.exec(block) ?? [];
    for (const [, hex = '', kern] of drawnText.matchAll(/<([0-9a-f]+)>|(-?[\d.]+)/g)) {
      if (kern !== undefined) advance -= Number(kern);
      for (const code of (hex.match(/.{4}/g) ?? []).map((glyph) => Number.parseInt(glyph, 16))) {
        text += font?.letters.get(code) ?? '';
        advance += font?.widths[code] ?? 0;
      }
    }
    const y = PAGE_HEIGHT - fromBottom;
    const right = x + (advance * size) / 1_000;
    const last = lines.at(-1);
    // Text in another font that starts where the line ends is part of this line.
    if (last && Math.abs(last.y - y) < 0.1 && Math.abs(last.right - x) < 0.5)
      Object.assign(last, { right, text: last.text + text });
    else lines.push({ page, x, y, right, size, text });
  }
  return lines;
}

function widthsOf(font: string): number[] {
  return (/\/W \[0 \[(.*?)\]/s.exec(font)?.[1] ?? '').trim().split(/\s+/).map(Number);
}
