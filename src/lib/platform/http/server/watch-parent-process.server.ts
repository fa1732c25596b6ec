/**
 * Calls `onParentExit` after npm was killed. A killed npm forwards no signal, so the shop would otherwise keep running
 * and occupy its port.
 */
export function watchParentProcess(onParentExit: () => void): void {
  if (process.env.npm_lifecycle_event !== 'start') return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    onParentExit();
  }, 500);
  timer.unref();
}
