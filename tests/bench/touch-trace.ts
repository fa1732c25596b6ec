/**
 * Measures the CPU time of a touch on the page's main thread, from Chromium's trace. Unlike wall-clock time, CPU time
 * hardly depends on other load.
 */
import type { Browser, Page } from '@playwright/test';
import { middleOf, touchAt } from './touch-input.ts';

/** An event in Chromium's trace. Times are in µs. */
interface TraceEvent {
  name: string;
  pid: number;
  tid: number;
  ts: number;
  dur?: number;
  /** The CPU time of the thread. */
  tdur?: number;
  args: {
    elementCount?: number;
    beginData?: { dirtyObjects?: number };
    data?: { type?: string; url?: string };
  };
}

/** The cost from a touch to the end of the frame that shows its result. */
export interface TouchCost {
  /** The CPU time of the page's main thread. */
  cpuMs: number;
  tasks: number;
  /** The number of elements whose style was computed. */
  restyledElements: number;
  /** The number of boxes that were laid out. */
  laidOutBoxes: number;
  /** The paths that were requested between the touch and the end of the frame. */
  requests: string[];
}

const CATEGORIES = [
  '-*',
  'devtools.timeline',
  'disabled-by-default-devtools.timeline',
  'blink.user_timing',
  'loading',
  'toplevel',
];
const RESPONSE_MARK = 'touch-responded';
const SHOWN_MARK = 'touch-shown';
const RESULT_TIMEOUT_MS = 30_000;

/** Runs in the page before its scripts: marks a touch's first visible change, and the first matching element. */
export function markResponses(selector: string): void {
  let isTouched = false;
  const marks = new Set<string>();
  const mark = (name: string) => {
    if (marks.has(name)) return;
    marks.add(name);
    performance.mark(name);
  };
  const markChange = (isVisible: boolean) => {
    if (!isTouched) return;
    if (isVisible) mark('touch-responded');
    if (document.querySelector(selector)) mark('touch-shown');
  };
  const recordTouch = () => {
    isTouched = true;
  };
  document.addEventListener('pointerdown', recordTouch, { capture: true });
  // A popover opens without a change to the markup, in the frame of this event.
  const markPopover = ({ target }: Event) => {
    markChange(true);
    if (target instanceof Element && target.hasAttribute('popover')) mark('touch-shown');
  };
  document.addEventListener('beforetoggle', markPopover, { capture: true });
  // Changes in the head, such as a preload, are invisible.
  const isInBody = ({ target }: MutationRecord) => !document.head.contains(target);
  new MutationObserver((changes) => markChange(changes.some(isInBody))).observe(document, {
    subtree: true,
    childList: true,
    attributes: true,
  });
}

/** Touches a control, waits for the result that `markResponses` marks, and returns the events of the trace. */
export async function traceTouch(browser: Browser, page: Page, controlSelector: string): Promise<TraceEvent[]> {
  const cdp = await page.context().newCDPSession(page);
  const middle = await middleOf(page, controlSelector);
  await browser.startTracing(page, { categories: CATEGORIES });
  await touchAt(cdp, middle);
  const until = performance.now() + RESULT_TIMEOUT_MS;
  while (!(await page.evaluate((name) => performance.getEntriesByName(name).length > 0, SHOWN_MARK))) {
    if (performance.now() > until) throw new Error(`The touch of ${controlSelector} had no visible result.`);
    await page.waitForTimeout(100);
  }
  // The frame that shows the result comes after the mark.
  await page.waitForTimeout(300);
  const trace = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] };
  await cdp.detach();
  return trace.traceEvents;
}

export function costUntilResponse(events: TraceEvent[]): TouchCost {
  return costUntil(events, RESPONSE_MARK);
}

export function costUntilShown(events: TraceEvent[]): TouchCost {
  return costUntil(events, SHOWN_MARK);
}

function costUntil(events: TraceEvent[], markName: string): TouchCost {
  const touch = events.find(({ name, args }) => name === 'EventDispatch' && args.data?.type === 'pointerdown');
  const mark = events.find(({ name }) => name === markName);
  if (!touch || !mark) throw new Error(`The trace has no ${touch ? markName : 'touch'}.`);
  const mainThread = events.filter(
    ({ pid, tid, ts }) => pid === touch.pid && tid === touch.tid && ts >= touch.ts - 1e6,
  );
  const frame = mainThread.filter(({ name, ts }) => name === 'Commit' && ts > mark.ts).sort((a, b) => a.ts - b.ts)[0];
  if (!frame) throw new Error(`No frame was painted after ${markName}.`);
  const end = frame.ts + (frame.dur ?? 0);
  const tasks = outermostTasks(mainThread.filter(({ name }) => name.endsWith('RunTask'))).filter(
    (task) => endOf(task) > touch.ts && task.ts < end,
  );
  const begin = tasks[0]?.ts ?? touch.ts;
  const eventsUntilFrame = mainThread.filter(({ ts }) => ts >= begin && ts <= end);
  const sum = (name: string, value: (event: TraceEvent) => number | undefined) =>
    eventsUntilFrame.filter((event) => event.name === name).reduce((total, event) => total + (value(event) ?? 0), 0);
  return {
    cpuMs: tasks.reduce((total, task) => total + (task.tdur ?? 0), 0) / 1e3,
    tasks: tasks.length,
    restyledElements: sum('UpdateLayoutTree', ({ args }) => args.elementCount),
    laidOutBoxes: sum('Layout', ({ args }) => args.beginData?.dirtyObjects),
    requests: eventsUntilFrame
      .filter(({ name }) => name === 'ResourceSendRequest')
      .map(({ args }) => new URL(args.data?.url ?? '').pathname),
  };
}

/** Removes tasks that are contained in other tasks. */
function outermostTasks(tasks: TraceEvent[]): TraceEvent[] {
  const outerTasks: TraceEvent[] = [];
  for (const task of tasks.filter(({ dur }) => dur !== undefined).sort((a, b) => a.ts - b.ts)) {
    const last = outerTasks.at(-1);
    if (!last || task.ts >= endOf(last)) outerTasks.push(task);
  }
  return outerTasks;
}

function endOf({ ts, dur = 0 }: TraceEvent): number {
  return ts + dur;
}
