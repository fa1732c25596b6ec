/** product.md, "Every page": the speed scales with the width of the text. */
const PIXELS_A_SECOND = 50;
const MIN_ROUND_S = 25;
/** Mean width of a letter in system fonts. */
const LETTER_PX = 6.3;
const MESSAGE_PADDING_PX = 48;
const HALF_GAP = '\u2003\u2003';

export function marqueeSeconds(textWidthPx: number): number {
  return Math.max(MIN_ROUND_S, Math.round(textWidthPx / PIXELS_A_SECOND));
}

/** Estimated on the server, so that no script has to measure it. */
export function textWidthPx(messages: readonly string[]): number {
  return messages.reduce((sum, message) => sum + message.length * LETTER_PX + MESSAGE_PADDING_PX, 0);
}

export function marqueeCopy(messages: readonly string[]): string {
  return messages.map((message) => HALF_GAP + message + HALF_GAP).join('');
}

/** For longer texts than the style sheet is made for. */
export function marqueeStyle(messages: readonly string[]): string | undefined {
  const seconds = marqueeSeconds(textWidthPx(messages));
  return seconds > MIN_ROUND_S ? `:root{--marquee-seconds:${seconds}s}` : undefined;
}
