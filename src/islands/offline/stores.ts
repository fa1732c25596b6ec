/** Where the service worker stores copies: the names of a database with their records and of two caches. */
export const DATABASE = 'offline';
export const COPIES = 'copies';
/** The page `/offline`. */
export const SHELL = 'shell';
