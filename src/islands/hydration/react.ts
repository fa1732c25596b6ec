/**
 * One file for all code that hydrates an island: React's packages are CommonJS, and each script that imported them
 * would contain its own interop helper.
 */
export { createElement } from 'react';
export { hydrateRoot } from 'react-dom/client';
