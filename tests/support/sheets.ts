import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { root } from './project-root.ts';

/** Product lists from five sellers, which `tests/support/sheets/README.md` describes. */
export const SHEETS = ['apparel', 'jewellery', 'home-goods', 'fabrics', 'google-sheet'] as const;
export type SheetName = (typeof SHEETS)[number];

export function sheetFile(name: SheetName): string {
  return join(root, 'tests/support/sheets', `${name}.csv`);
}

/** Creates the pictures named in the sheets, each in a colour that is derived from its name. */
export async function drawSheetPictures(dir: string, sheets: readonly SheetName[] = SHEETS): Promise<void> {
  mkdirSync(dir, { recursive: true });
  const text = sheets.map((name) => readFileSync(sheetFile(name), 'utf8')).join('\n');
  const names = new Set([...text.matchAll(/[a-z0-9][a-z0-9 -]*\.jpg/g)].map(([name]) => name));
  for (const name of names) writeFileSync(join(dir, name), await drawPicture(name));
}

function drawPicture(name: string): Promise<Buffer> {
  const hue = [...name].reduce((sum, char) => (sum * 31 + char.charCodeAt(0)) % 360, 7);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="900" height="1200"><rect width="900" height="1200" fill="hsl(${hue} 45% 80%)"/><path d="M250 250h400l80 250-90 30-30-80v500H290V450l-30 80-90-30z" fill="hsl(${hue} 50% 40%)"/></svg>`;
  return sharp(Buffer.from(svg)).jpeg().toBuffer();
}
