/** The marquee's pace and least time for one round (specification, section 9: speed scales with text width). */
const PIXELS_A_SECOND = 50;
const SHORTEST_ROUND_S = 25;
/** Of a letter of the small text in the fonts of the systems at hand, and of the room around a message. */
const LETTER_PX = 6.3;
const MESSAGE_PADDING_PX = 48;
/** What the list has in padding, in spaces as wide as a letter is high. */
const HALF_GAP = '\u2003\u2003';

export function marqueeSeconds(textWidthPx: number): number {
  return Math.max(SHORTEST_ROUND_S, Math.round(textWidthPx / PIXELS_A_SECOND));
}

/** As well as a server can tell it, so that browsers need no script to know the pace. */
export function textWidthPx(messages: readonly string[]): number {
  return messages.reduce((sum, message) => sum + message.length * LETTER_PX + MESSAGE_PADDING_PX, 0);
}

/** The line as one text, as wide as the list of its messages. */
export function marqueeCopy(messages: readonly string[]): string {
  return messages.map((message) => HALF_GAP + message + HALF_GAP).join('');
}

/** The style for texts that take longer than the shortest round, which the style sheet has. */
export function marqueeStyle(messages: readonly string[]): string | undefined {
  const seconds = marqueeSeconds(textWidthPx(messages));
  return seconds > SHORTEST_ROUND_S ? `:root{--marquee-seconds:${seconds}s}` : undefined;
}
