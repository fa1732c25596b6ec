/** Import it first: libraries read it while they load, and React's development build is several times slower. */
process.env.NODE_ENV = 'production';
