// The mark, the favicons and the four small drawings of the features strip: node tools/pictures/brand.ts
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';

const ROOT = path.join(import.meta.dirname, '../..');
const CREAM = '#f6f1e7';
const INDIGO = '#2b3a78';
const TURMERIC = '#d39a22';

/** Three threads of warp (taana) and a weft that goes over, under, over, turns at the edge and comes back. */
function mark(size: number, radius: number, inset: number): string {
  const k = (size - inset * 2) / 64;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}"><rect width="${size}" height="${size}" rx="${radius}" fill="${INDIGO}"/><g transform="translate(${inset} ${inset}) scale(${k})" fill="none" stroke-linecap="round" stroke-width="6.6"><path d="M17 10v44M32 10v44M47 10v44" stroke="${CREAM}"/><path d="M8 22h43.5a10 10 0 0 1 0 20H8" stroke="${TURMERIC}"/><path d="M17 17v10M47 17v10M32 37v10" stroke="${CREAM}" stroke-linecap="butt"/></g></svg>`;
}

const icon = (paths: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" fill="none" stroke="${INDIGO}" stroke-width="1.5" stroke-linecap="round" stroke-linejoin="round">${paths}</svg>\n`;
// Drawn with a pen's small unevenness: no line quite straight, no circle quite closed.
const ICONS: Record<string, string> = {
  // a hand under a hanging fold of cloth
  'skin-friendly': icon(
    '<path d="M3.4 20.6c2.7-.3 4.6.2 6.4 1.7l2.4 1.8 5.3.1c1.5.1 1.6 2.1.1 2.3l-5.4.2"/><path d="m18.6 24.4 6.5-3.6c1.7-.8 3.2 1 1.8 2.2l-7.5 5.7c-1.4 1-2.9 1.2-4.6.9l-5.6-1.2-5.6.3"/><path d="M9.8 16.2c.2-4.5.1-8.700.2-12.800 2.900-.8 8.500-.7 11.900.1.2 3.900-.1 7.900.3 12.300-1.300.9-2.200.9-3.100 0-.9-.9-2-.9-3 .1-1 .9-2.100.9-3.100.1-1-.8-2.200-.7-3.200.2Z"/><path d="M13.700 6.800c.2 2.100.1 4-.1 6M17.900 7.200c-.1 2.200 0 3.500.2 5.300"/>',
  ),
  // a boll of cotton on its stem
  'natural-fibres': icon(
    '<path d="M16.100 19.100c-2.300 1.100-5.300.2-6-2.100-2.700-.3-4.100-3.100-2.700-5.400-1.200-2.700.8-5.300 3.500-5.200 1.200-2.500 4.200-3 6.100-1.500 2.500-1.200 5.100.1 5.600 2.500 2.500.7 3.500 3.500 2 5.500 1 2.500-.8 4.800-3.100 4.800-1 1.900-3.500 2.400-5.400 1.400Z"/><path d="M11.900 10.100c1.300.4 2.100 1.200 2.400 2.500M20.400 9.800c-1.400.5-2 1.500-2.100 2.700M16.200 14.400c-.3 1.600-.2 3.100-.1 4.700"/><path d="M10.300 17.300c.7 2.600 2.700 4.200 5.700 4.300 2.800 0 4.800-1.600 5.600-4.200M16 21.700c.2 2.600-.3 4.600-1.500 6.800M15.600 26c2.700-2.800 5.500-3.300 8.300-2.600-1.900 2.700-4.600 3.700-8.600 3.400"/>',
  ),
  // a leaf whose vein is a thread through a needle
  'eco-friendly': icon(
    '<path d="M6.300 24.600C4.200 14.300 11.600 5.600 26.500 5.300 27.600 18.700 19.300 27.300 8.700 24.700"/><path d="M4.200 28.300c3.600-6.700 8.700-11.600 15.700-15.600"/><path d="M11.200 19.900c-.4-2.300-.3-4.200.3-6.100M15.200 16.200c-.2-1.900.2-3.700.9-5.200M12.600 19.200c2.200.8 4.200.9 6.300.6M16.500 15.600c2 .6 3.700.6 5.500.3"/>',
  ),
  // a shoot growing out of a length of cloth gone back to earth
  biodegradable: icon(
    '<path d="M16.100 20.300c.2-3.500 0-6.400-.3-9.100"/><path d="M15.900 12.600c-4.500.6-7.300-1.600-8-6.600 4.800-.3 7.700 1.700 8 6.600Z"/><path d="M16.100 15.400c.1-4.300 2.700-6.700 7.600-6.800.1 4.700-2.600 7.200-7.600 6.800Z"/><path d="M4.200 21.100c3.800-1.400 7.600-1.300 11.700-.6 4.100.6 8 .7 11.900-.6M5.600 25c3.600-1.100 6.900-.9 10.600-.3 3.500.5 6.800.5 10.200-.4M8.300 28.700c2.700-.7 5.200-.5 7.900-.1 2.500.3 4.900.2 7.300-.4"/>',
  ),
};

const publicDir = path.join(ROOT, 'public');
const iconDir = path.join(ROOT, 'public/icons');
mkdirSync(publicDir, { recursive: true });
mkdirSync(iconDir, { recursive: true });
writeFileSync(path.join(publicDir, 'favicon.svg'), `${mark(64, 14, 7)}\n`);
for (const [name, size] of [
  ['icon-192', 192],
  ['icon-512', 512],
  ['apple-touch-icon', 180],
] as const) {
  // Square to the edge: phones cut their own corners.
  const svg = mark(64, 0, 11);
  await sharp(Buffer.from(svg), { density: (72 * size) / 64 })
    .resize(size, size)
    .png({ palette: true, colours: 64 })
    .toFile(path.join(publicDir, `${name}.png`));
}
for (const [name, svg] of Object.entries(ICONS)) writeFileSync(path.join(iconDir, `${name}.svg`), svg);
console.log('mark, favicons, icons written');
