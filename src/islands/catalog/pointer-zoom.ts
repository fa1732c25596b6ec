const MOST = 4;
const DOUBLE_TAP_SCALE = 2.5;
const DOUBLE_TAP_MS = 300;

/** Pinch, wheel, double tap to look closer at a picture, and drag to move about in it. */
export function pointerZoom(picture: HTMLImageElement): void {
  const fingers = new Map<number, { x: number; y: number }>();
  let scale = 1;
  let x = 0;
  let y = 0;
  let lastTap = 0;

  function show(): void {
    const room = (size: number) => (size * (scale - 1)) / 2;
    x = clamp(x, room(picture.clientWidth));
    y = clamp(y, room(picture.clientHeight));
    picture.style.transform = scale === 1 ? '' : `translate(${x}px, ${y}px) scale(${scale})`;
    // A picture of its own size leaves the finger to the rail; an enlarged one is moved by it.
    picture.style.touchAction = scale === 1 ? 'pan-x' : 'none';
    picture.style.cursor = scale === 1 ? 'zoom-in' : 'grab';
  }

  function zoomTo(next: number, at: { x: number; y: number }): void {
    const box = picture.getBoundingClientRect();
    const before = scale;
    scale = Math.min(MOST, Math.max(1, next));
    const part = scale / before - 1;
    x -= (at.x - (box.left + box.width / 2)) * part;
    y -= (at.y - (box.top + box.height / 2)) * part;
    show();
  }

  picture.addEventListener('wheel', (event) => {
    if (event.deltaX !== 0 && event.deltaY === 0) return;
    event.preventDefault();
    zoomTo(scale * (event.deltaY < 0 ? 1.2 : 1 / 1.2), { x: event.clientX, y: event.clientY });
  });
  picture.addEventListener('pointerdown', (event) => {
    fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (scale > 1 || fingers.size > 1) picture.setPointerCapture(event.pointerId);
  });
  picture.addEventListener('pointermove', (event) => {
    const before = fingers.get(event.pointerId);
    if (!before) return;
    const other = [...fingers].find(([id]) => id !== event.pointerId)?.[1];
    const now = { x: event.clientX, y: event.clientY };
    if (other) {
      const middle = { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 };
      zoomTo((scale * distance(now, other)) / Math.max(1, distance(before, other)), middle);
    } else if (scale > 1) {
      x += now.x - before.x;
      y += now.y - before.y;
      show();
    }
    fingers.set(event.pointerId, now);
  });
  for (const type of ['pointerup', 'pointercancel'] as const) {
    picture.addEventListener(type, (event) => fingers.delete(event.pointerId));
  }
  picture.addEventListener('click', (event) => {
    const isDouble = event.timeStamp - lastTap < DOUBLE_TAP_MS;
    lastTap = isDouble ? 0 : event.timeStamp;
    if (isDouble) zoomTo(scale > 1 ? 1 : DOUBLE_TAP_SCALE, { x: event.clientX, y: event.clientY });
  });
  show();
}

function clamp(value: number, room: number): number {
  return Math.min(room, Math.max(-room, value));
}

function distance(a: { x: number; y: number }, b: { x: number; y: number }): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}
