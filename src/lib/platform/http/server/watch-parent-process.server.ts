/** An npm that was killed passes no signal on: the shop would go on unseen and keep its port. */
export function watchParentProcess(onGone: () => void): void {
  if (process.env.npm_lifecycle_event !== 'start') return;
  const starter = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === starter) return;
    clearInterval(timer);
    onGone();
  }, 500);
  timer.unref();
}
