/** The speed of the text: a round of a wider text takes longer (product.md, "Every page"). */
const PIXELS_PER_SECOND = 50;
const MIN_SECONDS = 25;
/** The average width of a letter in system fonts, at the font size of the marquee. */
const LETTER_PX = 6.3;
const MESSAGE_PADDING_PX = 48;
const HALF_GAP = '\u2003\u2003';

export function marqueeSeconds(textWidthPx: number): number {
  return Math.max(MIN_SECONDS, Math.round(textWidthPx / PIXELS_PER_SECOND));
}

/** Estimates the width of the text on the server, so that no script has to measure it. */
export function estimateTextWidthPx(messages: readonly string[]): number {
  return messages.reduce((sum, message) => sum + message.length * LETTER_PX + MESSAGE_PADDING_PX, 0);
}

export function marqueeText(messages: readonly string[]): string {
  return messages.map((message) => HALF_GAP + message + HALF_GAP).join('');
}

/** Returns a style with the duration of a round, or `undefined` if the duration in the style sheet is sufficient. */
export function marqueeStyle(messages: readonly string[]): string | undefined {
  const seconds = marqueeSeconds(estimateTextWidthPx(messages));
  return seconds > MIN_SECONDS ? `:root{--marquee-seconds:${seconds}s}` : undefined;
}
