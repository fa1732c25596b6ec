/**
 * One file for all code that hydrates an island: React's packages are CommonJS, and each script that imports them needs
 * another helper.
 */
export { createElement } from 'react';
export { hydrateRoot } from 'react-dom/client';
