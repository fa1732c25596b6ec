/** The service worker's storage: a database with the records of the copies, and two caches. */
export const DATABASE = 'offline';
export const COPIES = 'copies';
/** The cache of the page `/offline`. */
export const SHELL = 'shell';
