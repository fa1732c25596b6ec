import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

/**
 * Noto fonts, under the Open Font License. Each PDF loads only the fonts for Latin and for the other scripts in its
 * texts.
 */

export type Pdf = InstanceType<typeof import('pdfkit')>;

const SCRIPTS = [
  { name: 'arabic', first: 0x0600, last: 0x06ff, font: 'noto-naskh-arabic' },
  { name: 'arabic', first: 0x0750, last: 0x077f, font: 'noto-naskh-arabic' },
  { name: 'arabic', first: 0xfb50, last: 0xfeff, font: 'noto-naskh-arabic' },
  { name: 'devanagari', first: 0x0900, last: 0x097f, font: 'noto-sans-devanagari' },
  { name: 'devanagari', first: 0xa8e0, last: 0xa8ff, font: 'noto-sans-devanagari' },
  { name: 'bengali', first: 0x0980, last: 0x09ff, font: 'noto-sans-bengali' },
  { name: 'gurmukhi', first: 0x0a00, last: 0x0a7f, font: 'noto-sans-gurmukhi' },
  { name: 'gujarati', first: 0x0a80, last: 0x0aff, font: 'noto-sans-gujarati' },
  { name: 'oriya', first: 0x0b00, last: 0x0b7f, font: 'noto-sans-oriya' },
  { name: 'tamil', first: 0x0b80, last: 0x0bff, font: 'noto-sans-tamil' },
  { name: 'telugu', first: 0x0c00, last: 0x0c7f, font: 'noto-sans-telugu' },
  { name: 'kannada', first: 0x0c80, last: 0x0cff, font: 'noto-sans-kannada' },
  { name: 'malayalam', first: 0x0d00, last: 0x0d7f, font: 'noto-sans-malayalam' },
] as const;

const LATIN_SCRIPTS = ['latin', 'latin-ext'] as const;
const WEIGHTS = [400, 700] as const;
type Weight = (typeof WEIGHTS)[number];
export type Script = (typeof SCRIPTS)[number]['name'] | (typeof LATIN_SCRIPTS)[number];

/**
 * Returns the script in `SCRIPTS` to which a character belongs. Returns undefined for all other characters, such as
 * Latin letters, spaces and digits.
 */
export function scriptOf(character: string): (typeof SCRIPTS)[number]['name'] | undefined {
  const code = character.codePointAt(0) ?? 0;
  return SCRIPTS.find(({ first, last }) => code >= first && code <= last)?.name;
}

/** Loads the fonts for Latin and for the scripts in `texts`. Returns the fonts by `fontName`. */
export async function registerFonts(pdf: Pdf, texts: readonly string[]): Promise<Map<string, PdfFont>> {
  const scripts = new Set<Script>(LATIN_SCRIPTS);
  for (const character of texts.join('')) {
    const script = scriptOf(character);
    if (script) scripts.add(script);
  }
  const fonts = new Map<string, PdfFont>();
  for (const script of scripts) {
    for (const weight of WEIGHTS) {
      pdf.registerFont(fontName(script, weight), await fontFile(script, weight));
      pdf.font(fontName(script, weight));
      fonts.set(fontName(script, weight), patchedFont(pdf));
    }
  }
  return fonts;
}

export function fontName(script: Script, weight: Weight): string {
  return `${script}-${weight}`;
}

function fontFile(script: Script, weight: Weight): Promise<Buffer> {
  const font = SCRIPTS.find(({ name }) => name === script)?.font ?? 'noto-sans';
  const path = `@fontsource/${font}/files/${font}-${script}-${weight}-normal.woff`;
  return readFile(createRequire(import.meta.url).resolve(path));
}

export interface PdfFont {
  hasGlyphForCodePoint(code: number): boolean;
}

/**
 * Returns the font that is selected in the PDF, with a workaround: fontkit 2.0.4 throws an error if a font has no
 * anchor for a mark (foliojs/fontkit, issue 367), so such a mark is left in place.
 */
function patchedFont(pdf: Pdf): PdfFont {
  const { font } = (pdf as unknown as { _font: { font: PdfFont & { _layoutEngine: LayoutEngine } } })._font;
  const processor = font._layoutEngine.engine?.GPOSProcessor;
  if (processor) {
    const originalApplyAnchor = processor.applyAnchor;
    processor.applyAnchor = function applyAnchor(mark, base, index) {
      if (base && mark.markAnchor) originalApplyAnchor.call(this, mark, base, index);
    };
  }
  return font;
}

interface LayoutEngine {
  engine?: { GPOSProcessor?: GposProcessor | null } | null;
}

interface GposProcessor {
  applyAnchor(mark: { markAnchor: unknown }, base: unknown, index: number): void;
}
