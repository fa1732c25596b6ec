import { PICTURE_WIDTHS, srcsetWidths } from '#lib/platform/files/pictures/pictures.ts';

interface Screen {
  width: number;
  density: number;
}

export const PHONES: readonly Screen[] = [
  { width: 360, density: 2 },
  { width: 360, density: 3 },
  { width: 412, density: 1.75 },
];
export const DESKTOPS: readonly Screen[] = [{ width: 1366, density: 1 }];
export const SCREENS: readonly Screen[] = [...PHONES, ...DESKTOPS];

interface WidthOptions {
  candidates?: readonly number[];
  screens?: readonly Screen[];
}

const SIZE = /^(?:\(min-width: ([\d.]+)rem\) )?([\d.]+)(vw|rem)$/;
const REM_PX = 16;

/** Returns the srcset widths that browsers request for a picture shown at `sizes`, in the order of the screens. */
export function requestedWidths(
  picture: { width: number },
  sizes: string,
  { candidates = PICTURE_WIDTHS, screens = SCREENS }: WidthOptions = {},
): number[] {
  const widths = srcsetWidths(picture, candidates);
  const chosenWidths = screens.flatMap(({ width, density }) => {
    const pixels = shownWidth(sizes, width) * density;
    return widths.find((candidate) => candidate >= pixels) ?? widths.at(-1) ?? [];
  });
  return [...new Set(chosenWidths)];
}

function shownWidth(sizes: string, screenWidth: number): number {
  for (const size of sizes.split(', ')) {
    const [, minRem = 0, length = 100, unit] = SIZE.exec(size) ?? [];
    if (screenWidth < Number(minRem) * REM_PX) continue;
    return Number(length) * (unit === 'rem' ? REM_PX : screenWidth / 100);
  }
  return screenWidth;
}
