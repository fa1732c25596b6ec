/** The stores of the service worker: a database with the records of the copies, and two caches. */
export const DATABASE = 'offline';
export const COPIES = 'copies';
/** The page `/offline`. */
export const SHELL = 'shell';
