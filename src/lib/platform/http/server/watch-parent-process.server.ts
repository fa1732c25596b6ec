/** Detects that npm was killed, which forwards no signal: otherwise the shop would keep running and keep its port. */
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
