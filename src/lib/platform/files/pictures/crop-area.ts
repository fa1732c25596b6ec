interface Size {
  width: number;
  height: number;
}

/** A part of a picture, as fractions of its width and height. */
export interface CropArea extends Size {
  left: number;
  top: number;
}

/** Returns the largest centred area with this ratio of width to height. */
export function centredArea({ width, height }: Size, ratio: number): CropArea {
  const partWidth = Math.min(1, (height * ratio) / width);
  const partHeight = Math.min(1, width / ratio / height);
  return { left: (1 - partWidth) / 2, top: (1 - partHeight) / 2, width: partWidth, height: partHeight };
}

/** Returns the area in whole pixels, within the picture and at least one pixel in size. */
export function cropPixels({ width, height }: Size, area: CropArea): CropArea {
  const left = clamp(Math.round(area.left * width), 0, width - 1);
  const top = clamp(Math.round(area.top * height), 0, height - 1);
  return {
    left,
    top,
    width: clamp(Math.round(area.width * width), 1, width - left),
    height: clamp(Math.round(area.height * height), 1, height - top),
  };
}

function clamp(value: number, min: number, max: number): number {
  return Math.min(max, Math.max(min, value));
}
