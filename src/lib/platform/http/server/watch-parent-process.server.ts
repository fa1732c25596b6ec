/**
 * Calls `onParentExit` after npm has been killed, if the shop was started by `npm start`. A killed npm forwards no
 * signal, so without this call the shop would keep running and occupy its port.
 */
export function watchParentProcess(onParentExit: () => void): void {
  if (process.env.npm_lifecycle_event !== 'start') return;
  const parentPid = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parentPid) return;
    clearInterval(timer);
    onParentExit();
  }, 500);
  timer.unref();
}
