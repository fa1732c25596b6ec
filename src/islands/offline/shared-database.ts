/** Returns a function that opens a database once. After a failure or `onClosed`, the next call opens it again. */
export function sharedDatabase<Database>(open: (onClosed: () => void) => Promise<Database>): () => Promise<Database> {
  let openDatabase: Promise<Database> | undefined;
  const forget = () => {
    openDatabase = undefined;
  };
  return () => {
    if (openDatabase) return openDatabase;
    openDatabase = open(forget);
    // The caller handles the error.
    openDatabase.catch(forget);
    return openDatabase;
  };
}
