/** The marquee's pace and least time for one round (specification, section 9: speed scales with text width). */
const PIXELS_A_SECOND = 50;
const SHORTEST_ROUND_S = 25;

export function marqueeSeconds(textWidthPx: number): number {
  return Math.max(SHORTEST_ROUND_S, textWidthPx / PIXELS_A_SECOND);
}

export function startMarquees(): void {
  for (const track of document.querySelectorAll<HTMLElement>('[data-marquee]')) {
    track.style.setProperty('--marquee-seconds', `${marqueeSeconds(track.scrollWidth / 2)}s`);
  }
}
