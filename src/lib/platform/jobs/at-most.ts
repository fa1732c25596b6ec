/** Resolves when the work has ended, or after so long without it. */
export async function atMost(ms: number, work: Promise<unknown>): Promise<void> {
  const { promise: over, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  await Promise.race([work, over]).finally(() => clearTimeout(timer));
}
