// What the page offers to the program outside.
import type { Brief } from './core.ts';
import { drawShot } from './draw.ts';

declare global {
  interface Window {
    drawPicture: (brief: Brief, colour: number, shot: string) => string;
  }
}
window.drawPicture = (brief, colour, shot) => {
  const c = brief.colours[colour];
  if (!c) throw new Error(`no colour ${colour} in ${brief.slug}`);
  return drawShot(brief, c, shot).toDataURL('image/png');
};
