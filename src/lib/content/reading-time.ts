/** A calm pace: people read about the care of their clothes on a phone, often not in their first language. */
const WORDS_A_MINUTE = 200;

export function readingMinutes(text: string): number {
  const words = text.split(/\s+/).filter(Boolean).length;
  return Math.max(1, Math.round(words / WORDS_A_MINUTE));
}
