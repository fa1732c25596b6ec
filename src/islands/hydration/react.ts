/** One file for all code that hydrates an island: React's packages are no modules, and a script that names them needs a helper more. */
export { createElement } from 'react';
export { hydrateRoot } from 'react-dom/client';
