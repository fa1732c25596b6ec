/** Returns the promise of the work that is running for a key. Starts the work if none is running. */
export function joinRunning<T>(runningWork: Map<string, Promise<T>>, key: string, start: () => Promise<T>): Promise<T> {
  const existingWork = runningWork.get(key);
  if (existingWork) return existingWork;
  const work = start().finally(() => runningWork.delete(key));
  runningWork.set(key, work);
  return work;
}
