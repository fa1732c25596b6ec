// What the page offers to the program outside.
import type { Brief } from './core.ts';
import { drawShot } from './draw.ts';
import { SCENES } from './scenes.ts';

declare global {
  interface Window {
    sceneNames: string[];
    drawScene: (name: string) => string;
    drawPicture: (brief: Brief, colour: number, shot: string) => string;
  }
}
window.drawPicture = (brief, colour, shot) => {
  const c = brief.colours[colour];
  if (!c) throw new Error(`no colour ${colour} in ${brief.slug}`);
  return drawShot(brief, c, shot).toDataURL('image/png');
};
window.sceneNames = Object.keys(SCENES);
window.drawScene = (name) => {
  const scene = SCENES[name];
  if (!scene) throw new Error(`no scene ${name}`);
  return scene().toDataURL('image/png');
};
