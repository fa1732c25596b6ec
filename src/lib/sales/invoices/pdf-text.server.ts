import { latinLetters } from '#lib/sales/invoices/latin-letters.ts';
import {
  fontName,
  type Pdf,
  type PdfFont,
  registerFonts,
  type Script,
  scriptOf,
} from '#lib/sales/invoices/pdf-fonts.server.ts';

/** Sizes and positions are in points. */
export interface TextStyle {
  size: number;
  isBold?: boolean;
  color?: string;
}

export interface TextBox extends TextStyle {
  x: number;
  y: number;
  width: number;
  align?: 'left' | 'right' | 'center';
}

/** A part of a line whose characters are all in one script, and are drawn with one font. */
interface TextRun {
  text: string;
  script: Script;
}

const LINE_HEIGHT = 1.36;
const GRAPHEMES = new Intl.Segmenter('en');

/** Writes text in several scripts to a PDF. */
export class PdfText {
  readonly #pdf: Pdf;
  readonly #fonts: Map<string, PdfFont>;
  /**
   * Text widths at a size of 1 point. The widths are cached because shaping the same words for each height and line
   * takes most of the time.
   */
  readonly #widths = new Map<string, number>();

  private constructor(pdf: Pdf, fonts: Map<string, PdfFont>) {
    this.#pdf = pdf;
    this.#fonts = fonts;
  }

  /**
   * Loads the fonts for `texts`, which contains all texts that may be in a script other than Latin.
   */
  static async create(pdf: Pdf, texts: readonly string[]): Promise<PdfText> {
    return new PdfText(pdf, await registerFonts(pdf, texts));
  }

  /** Writes text, wrapped into lines. Returns the height of the text. */
  write(text: string, box: TextBox): number {
    const lines = this.#lines(text, box);
    const lineHeight = box.size * LINE_HEIGHT;
    for (const [index, line] of lines.entries()) {
      const freeWidth = box.align === undefined || box.align === 'left' ? 0 : box.width - this.#width(line, box);
      const left = box.x + (box.align === 'center' ? freeWidth / 2 : freeWidth);
      this.#draw(line, { ...box, x: left, y: box.y + index * lineHeight });
    }
    return lines.length * lineHeight;
  }

  height(text: string, box: TextStyle & { width: number }): number {
    return this.#lines(text, box).length * box.size * LINE_HEIGHT;
  }

  #lines(text: string, { width, ...style }: TextStyle & { width: number }): string[] {
    const lines: string[] = [];
    let line = '';
    for (const word of text.split(' ').flatMap((part) => this.#splitWord(part, width, style))) {
      const longerLine = line === '' ? word : `${line} ${word}`;
      if (line !== '' && this.#width(longerLine, style) > width) {
        lines.push(line);
        line = word;
      } else line = longerLine;
    }
    return [...lines, line];
  }

  #splitWord(word: string, width: number, style: TextStyle): string[] {
    if (this.#width(word, style) <= width) return [word];
    const pieces = [''];
    for (const { segment } of GRAPHEMES.segment(word)) {
      const longerPiece = `${pieces.at(-1)}${segment}`;
      if (pieces.at(-1) !== '' && this.#width(longerPiece, style) > width) pieces.push(segment);
      else pieces[pieces.length - 1] = longerPiece;
    }
    return pieces;
  }

  #width(text: string, { size, isBold }: TextStyle): number {
    const key = `${isBold ? 'bold' : 'plain'} ${text}`;
    const cachedWidth = this.#widths.get(key);
    if (cachedWidth !== undefined) return cachedWidth * size;
    const style = { size: 1, isBold: isBold ?? false };
    const width = this.#runs(text, style).reduce(
      (sum, run) => sum + this.#selectFont(run, style).widthOfString(run.text),
      0,
    );
    this.#widths.set(key, width);
    return width * size;
  }

  #draw(text: string, { x, y, ...style }: TextBox): void {
    let left = x;
    for (const run of inVisualOrder(this.#runs(text, style))) {
      const pdf = this.#selectFont(run, style);
      const width = pdf.widthOfString(run.text);
      // Aligns all runs to one baseline, regardless of the ascent of their fonts.
      pdf
        .fillColor(style.color ?? '#000000')
        .text(run.text, left, y + style.size, { lineBreak: false, baseline: 'alphabetic' });
      left += width;
    }
  }

  #selectFont({ script }: TextRun, { size, isBold }: TextStyle): Pdf {
    return this.#pdf.font(fontName(script, isBold ? 700 : 400)).fontSize(size);
  }

  #runs(text: string, { isBold }: TextStyle): TextRun[] {
    const runs: TextRun[] = [];
    const canRender = (script: Script, letter: string) =>
      this.#fonts.get(fontName(script, isBold ? 700 : 400))?.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0) ?? false;
    for (const letter of text.normalize('NFC')) {
      const lastRun = runs.at(-1);
      const ownScript = scriptOf(letter) ?? (lastRun && isJoiner(letter) ? lastRun.script : undefined);
      const script = [ownScript, 'latin', 'latin-ext'].find(
        (name): name is Script => name !== undefined && canRender(name as Script, letter),
      );
      const renderedText = script ? letter : latinLetters(letter);
      const runScript = script ?? 'latin';
      if (lastRun?.script === runScript && (runScript !== 'arabic' || letter !== ' ')) lastRun.text += renderedText;
      else if (renderedText !== '') runs.push({ text: renderedText, script: runScript });
    }
    return runs;
  }
}

/** Returns whether a letter is a zero-width joiner or non-joiner, which has the script of the previous letter. */
function isJoiner(letter: string): boolean {
  return letter === '\u200c' || letter === '\u200d';
}

/** Reverses each sequence of Arabic runs and spaces between them, because Arabic is read from right to left. */
function inVisualOrder(runs: readonly TextRun[]): TextRun[] {
  const visualRuns: TextRun[] = [];
  let rightToLeftRuns: TextRun[] = [];
  const isRightToLeft = ({ script, text }: TextRun) =>
    script === 'arabic' || (rightToLeftRuns.length > 0 && text.trim() === '');
  for (const run of runs) {
    if (isRightToLeft(run)) rightToLeftRuns.unshift(run);
    else {
      visualRuns.push(...rightToLeftRuns, run);
      rightToLeftRuns = [];
    }
  }
  return [...visualRuns, ...rightToLeftRuns];
}
