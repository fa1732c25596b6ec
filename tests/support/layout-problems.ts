import type { Page } from '@playwright/test';

/**
 * Finds layout problems at the page's width: horizontal scrolling, controls and texts outside the window or cut off,
 * overlapping controls, broken words, and text that does not grow with `textSize`, a percentage (WCAG 1.4.4 and
 * 1.4.10). Content that can be scrolled into view in a rail counts as visible.
 */
export function layoutProblems(page: Page, textSize: number): Promise<string[]> {
  return page.evaluate(findProblems, (MIN_TEXT_PX * textSize) / 100);
}

/** Slightly less than the size of the smallest text in the style sheets, 13 px, which grows with the text size. */
const MIN_TEXT_PX = 12.9;

/** Runs in the page, so it can't use anything outside this function. */
function findProblems(smallestTextPx: number): string[] {
  const SLACK_PX = 1.5;
  const CONTROLS = 'a[href], button, input:not([type=hidden]), select, textarea, summary';
  const width = document.documentElement.clientWidth;
  const modal = document.querySelector('dialog:modal, [aria-modal=true]');
  const problems = new Set<string>();
  const visuallyHidden = new Map<Element, boolean>();

  for (const element of document.querySelectorAll<HTMLElement>('*')) {
    // With the value `auto`, content far below the window would not have a size.
    if (getComputedStyle(element).contentVisibility === 'auto') element.style.contentVisibility = 'visible';
  }
  scrollTo(10_000, 0);
  if (scrollX > 0) problems.add(`scrolls sideways by ${scrollX} px`);
  scrollTo(0, 0);
  const controls = [...document.querySelectorAll<HTMLElement>(CONTROLS)].filter(isShown);
  for (const control of controls) {
    checkBox(control, control.getBoundingClientRect(), 'control');
    checkShape(control);
  }
  for (const text of shownTexts()) checkText(text);
  const unpositioned = controls
    .filter((control) => !isPositioned(control))
    .map((control) => ({ control, rects: [...control.getClientRects()] }));
  for (const [index, one] of unpositioned.entries()) {
    for (const other of unpositioned.slice(index + 1)) {
      if (!areOverlapping(one.rects, other.rects)) continue;
      if (!one.control.contains(other.control) && !other.control.contains(one.control))
        problems.add(`${nameOf(one.control)} overlaps ${nameOf(other.control)}`);
    }
  }
  for (const control of controls) checkReachable(control);
  return [...problems];

  function isShown(element: Element): boolean {
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: false }))
      return false;
    const { width: across, height } = element.getBoundingClientRect();
    const isBehindDialog = modal !== null && !modal.contains(element);
    return across > 2 && height > 2 && !isForScreenReaders(element) && !isBehindDialog;
  }

  /** Checks whether an element is visually hidden, for example by `sr-only`. */
  function isForScreenReaders(element: Element | null): boolean {
    if (!element) return false;
    const cachedResult = visuallyHidden.get(element);
    if (cachedResult !== undefined) return cachedResult;
    const isHidden = isClippedAway(element) || isForScreenReaders(element.parentElement);
    visuallyHidden.set(element, isHidden);
    return isHidden;
  }

  function isClippedAway(element: Element): boolean {
    const { clipPath, position } = getComputedStyle(element);
    if (position !== 'absolute') return false;
    const { width: across, height } = element.getBoundingClientRect();
    return clipPath === 'inset(50%)' || across <= 2 || height <= 2;
  }

  function shownTexts(): Text[] {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    while (walker.nextNode()) {
      const text = walker.currentNode as Text;
      const parent = text.parentElement;
      if (!text.data.trim() || !parent || parent.closest('.marquee, svg, script, style, noscript, option')) continue;
      if (isShown(parent)) texts.push(text);
    }
    return texts;
  }

  function checkText(text: Text): void {
    const parent = text.parentElement as Element;
    const size = Number.parseFloat(getComputedStyle(parent).fontSize);
    // The logo repeats the shop's name, and the cart's label contains the count.
    if (size < smallestTextPx && !parent.matches('.shop-name, [data-cart-count]'))
      problems.add(`text of ${nameOf(parent)} does not grow: ${size} px`);
    const range = document.createRange();
    range.selectNodeContents(text);
    const rects = [...range.getClientRects()].filter((rect) => rect.width > 0);
    for (const rect of rects) {
      checkBox(parent, rect, `text “${text.data.trim().slice(0, 30)}” of`);
      const block = blockOf(parent);
      const { left, right } = block.getBoundingClientRect();
      if (block.clientWidth > 0 && (rect.right > right + SLACK_PX || rect.left < left - SLACK_PX))
        problems.add(`text “${text.data.trim().slice(0, 30)}” overflows ${nameOf(block)}`);
    }
    if (rects.length > 1) checkWords(text);
  }

  /**
   * Checks that no word is broken. A text may break at punctuation, and anywhere in 15 or more characters without a
   * space, for example in an address.
   */
  function checkWords(text: Text): void {
    const range = document.createRange();
    for (const { 0: word, index } of text.data.matchAll(/[\p{L}\p{M}\p{N}]+/gu)) {
      const isLong = /\S{15}/.test(text.data.slice(Math.max(0, index - 14), index + 15));
      if (word.length === 1 || isLong) continue;
      range.setStart(text, index);
      range.setEnd(text, index + word.length);
      const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
      if (lines.size > 1) problems.add(`the word “${word}” in ${nameOf(text.parentElement as Element)} is broken`);
    }
  }

  function checkShape(control: HTMLElement): void {
    const { width: across, height } = control.getBoundingClientRect();
    const isRendered = getComputedStyle(control).appearance !== 'none';
    if (isRendered && control.matches('[type=checkbox], [type=radio]') && across < height - SLACK_PX)
      problems.add(`${nameOf(control)} is squeezed to ${Math.round(across)} px`);
    if (!(control instanceof HTMLSelectElement)) return;
    const { font, paddingLeft, paddingRight } = getComputedStyle(control);
    const context = document.createElement('canvas').getContext('2d') as CanvasRenderingContext2D;
    context.font = font;
    const text = context.measureText(control.selectedOptions[0]?.label ?? '').width;
    const free = control.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
    if (text > free + SLACK_PX)
      problems.add(`the choice of ${nameOf(control)} is cut off by ${Math.round(text - free)} px`);
  }

  function blockOf(element: Element): Element {
    let block = element;
    while (block.parentElement && /^(inline|contents)$/.test(getComputedStyle(block).display))
      block = block.parentElement;
    return block;
  }

  /** Checks each clipping ancestor below the nearest scrolling ancestor, whose content can be scrolled into view. */
  function checkBox(element: Element, rect: DOMRect, label: string): void {
    for (let box = element.parentElement; box && box !== document.body; box = box.parentElement) {
      const style = getComputedStyle(box);
      if (style.position === 'fixed') break;
      if (/auto|scroll/.test(style.overflowX)) return;
      if (!/hidden|clip/.test(style.overflowX) && !/hidden|clip/.test(style.overflowY)) continue;
      const cut = box.getBoundingClientRect();
      if (rect.left < cut.left - SLACK_PX || rect.right > cut.right + SLACK_PX)
        problems.add(`${label} ${nameOf(element)} is cut off by ${Math.round(rect.right - cut.right)} px`);
      if (/hidden|clip/.test(style.overflowY) && rect.bottom > cut.bottom + SLACK_PX)
        problems.add(`${label} ${nameOf(element)} is cut off below`);
    }
    if (rect.left < -SLACK_PX || rect.right > width + SLACK_PX)
      problems.add(
        `${label} ${nameOf(element)} is outside, from ${Math.round(rect.left)} to ${Math.round(rect.right)}`,
      );
  }

  /** Checks whether an element may overlap others on purpose, for example a heart on a picture. */
  function isPositioned(element: Element): boolean {
    for (let box: Element | null = element; box && box !== document.body; box = box.parentElement) {
      if (['absolute', 'fixed', 'sticky'].includes(getComputedStyle(box).position)) return true;
    }
    return false;
  }

  function areOverlapping(one: DOMRect[], other: DOMRect[]): boolean {
    return one.some((a) =>
      other.some(
        (b) =>
          Math.min(a.right, b.right) - Math.max(a.left, b.left) > SLACK_PX &&
          Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > SLACK_PX,
      ),
    );
  }

  /**
   * Checks that the topmost element at the centre of a control belongs to the control, at the current scroll position
   * or with the control in the middle of the window. Links that are hidden from screen readers may be covered.
   */
  function checkReachable(control: HTMLElement): void {
    if (control.matches('a[aria-hidden=true]')) return;
    const topmostNow = topmostAt(control);
    // Scrolling for each control would take up most of the time.
    if (topmostNow && isPartOf(topmostNow, control)) return;
    control.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
    const topmost = topmostAt(control);
    if (topmost && !isPartOf(topmost, control) && !topmost.contains(control))
      problems.add(`${nameOf(control)} is covered by ${nameOf(topmost)}`);
  }

  function topmostAt(control: HTMLElement): Element | null {
    const [rect] = control.getClientRects();
    return rect ? document.elementFromPoint(rect.left + rect.width / 2, rect.top + rect.height / 2) : null;
  }

  function isPartOf(element: Element, control: HTMLElement): boolean {
    const labels = 'labels' in control ? [...((control as HTMLInputElement).labels ?? [])] : [];
    return [control, ...labels].some((part) => part.contains(element));
  }

  function nameOf(element: Element): string {
    const label = element.getAttribute('aria-label') ?? element.textContent ?? '';
    const idOrClass = element.id ? `#${element.id}` : `.${element.classList.item(0) ?? ''}`;
    const name = element.getAttribute('name');
    const shortLabel = label.trim().replaceAll(/\s+/g, ' ').slice(0, 40);
    return `${element.localName}${idOrClass}${name ? `[${name}]` : ''} “${shortLabel}”`;
  }
}
