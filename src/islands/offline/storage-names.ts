/** The service worker's database, which contains the records of the copies. */
export const DATABASE = 'offline';
/** The cache of the copies. */
export const COPIES = 'copies';
/** The cache of the page `/offline`. */
export const SHELL = 'shell';
