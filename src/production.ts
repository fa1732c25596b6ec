/**
 * Import this first: libraries read NODE_ENV while they load, and React's development build is several times slower.
 */
process.env.NODE_ENV = 'production';
