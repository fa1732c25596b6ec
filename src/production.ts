/** Read by libraries while they load, React above all, whose development build is several times slower: import it first. */
process.env.NODE_ENV = 'production';
