/** Opens a database at the first call. After a failure, or a call of `onClosed`, the next call opens it again. */
export function sharedDatabase<Database>(open: (onClosed: () => void) => Promise<Database>): () => Promise<Database> {
  let opened: Promise<Database> | undefined;
  const forget = () => {
    opened = undefined;
  };
  return () => {
    if (opened) return opened;
    opened = open(forget);
    // The caller handles the error.
    opened.catch(forget);
    return opened;
  };
}
