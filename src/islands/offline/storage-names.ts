/** The service worker's database, which contains the records of the copies. */
export const COPIES_DATABASE = 'offline';
/** The cache of the copies. */
export const COPIES_CACHE = 'copies';
/** The cache of the page `/offline`. */
export const SHELL_CACHE = 'shell';
