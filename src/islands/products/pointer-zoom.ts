const MAX_SCALE = 4;
const WHEEL_FACTOR = 1.2;
const TAP_SCALE = 2.5;
/** The time after a tap during which another tap is ignored. */
const DOUBLE_TAP_MS = 300;
/** A press that moves at least this far is a drag. */
const MIN_DRAG_PX = 8;

interface Point {
  x: number;
  y: number;
}

/**
 * Zooms the picture by wheel, pinch or click, and moves an enlarged picture by drag. The returned function zooms in or
 * out, for a button.
 */
export function addPointerZoom(picture: HTMLImageElement): () => void {
  const view = createZoomedView(picture);
  zoomByWheel(picture, view);
  handlePinchAndDrag(picture, view);
  zoomByClick(picture, view);
  return () => {
    const { left, top, width, height } = picture.getBoundingClientRect();
    toggleZoom(view, { x: left + width / 2, y: top + height / 2 });
  };
}

function createZoomedView(picture: HTMLImageElement) {
  let scale = 1;
  let x = 0;
  let y = 0;

  function show(): void {
    const maxOffset = (size: number) => (size * (scale - 1)) / 2;
    x = clamp(x, maxOffset(picture.clientWidth));
    y = clamp(y, maxOffset(picture.clientHeight));
    picture.style.transform = scale === 1 ? '' : `translate(${x}px, ${y}px) scale(${scale})`;
    // At the original size, a drag scrolls the rail; otherwise, it moves the picture.
    picture.style.touchAction = scale === 1 ? 'pan-x' : 'none';
    picture.style.cursor = scale === 1 ? 'zoom-in' : 'grab';
  }

  function zoomTo(newScale: number, point: Point): void {
    const box = picture.getBoundingClientRect();
    const previousScale = scale;
    scale = Math.min(MAX_SCALE, Math.max(1, newScale));
    const growth = scale / previousScale - 1;
    x -= (point.x - (box.left + box.width / 2)) * growth;
    y -= (point.y - (box.top + box.height / 2)) * growth;
    show();
  }

  function moveBy(dx: number, dy: number): void {
    x += dx;
    y += dy;
    show();
  }

  show();
  return { scale: () => scale, zoomTo, moveBy };
}

type View = ReturnType<typeof createZoomedView>;

function zoomByWheel(picture: HTMLImageElement, view: View): void {
  picture.addEventListener('wheel', (event) => {
    if (event.deltaX !== 0 && event.deltaY === 0) return;
    event.preventDefault();
    view.zoomTo(view.scale() * (event.deltaY < 0 ? WHEEL_FACTOR : 1 / WHEEL_FACTOR), pointOf(event));
  });
}

function handlePinchAndDrag(picture: HTMLImageElement, view: View): void {
  const fingers = new Map<number, Point>();
  picture.addEventListener('pointerdown', (event) => {
    fingers.set(event.pointerId, pointOf(event));
    if (view.scale() > 1 || fingers.size > 1) picture.setPointerCapture(event.pointerId);
  });
  picture.addEventListener('pointermove', (event) => {
    const previousPoint = fingers.get(event.pointerId);
    if (!previousPoint) return;
    const otherFinger = [...fingers].find(([id]) => id !== event.pointerId)?.[1];
    const point = pointOf(event);
    if (otherFinger) {
      const middle = { x: (point.x + otherFinger.x) / 2, y: (point.y + otherFinger.y) / 2 };
      view.zoomTo(
        (view.scale() * distance(point, otherFinger)) / Math.max(1, distance(previousPoint, otherFinger)),
        middle,
      );
    } else if (view.scale() > 1) view.moveBy(point.x - previousPoint.x, point.y - previousPoint.y);
    fingers.set(event.pointerId, point);
  });
  for (const type of ['pointerup', 'pointercancel'] as const) {
    picture.addEventListener(type, (event) => fingers.delete(event.pointerId));
  }
}

function zoomByClick(picture: HTMLImageElement, view: View): void {
  let pressPoint: Point = { x: 0, y: 0 };
  let lastTapMs = Number.NEGATIVE_INFINITY;
  picture.addEventListener('pointerdown', (event) => {
    pressPoint = pointOf(event);
  });
  picture.addEventListener('click', (event) => {
    const isSecondTap = event.timeStamp - lastTapMs < DOUBLE_TAP_MS;
    lastTapMs = event.timeStamp;
    if (!isSecondTap && distance(pressPoint, pointOf(event)) < MIN_DRAG_PX) toggleZoom(view, pointOf(event));
  });
}

function toggleZoom(view: View, point: Point): void {
  view.zoomTo(view.scale() > 1 ? 1 : TAP_SCALE, point);
}

function pointOf({ clientX, clientY }: MouseEvent): Point {
  return { x: clientX, y: clientY };
}

function clamp(value: number, limit: number): number {
  return Math.min(limit, Math.max(-limit, value));
}

function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}
