export { apiNotFound as ALL } from '#lib/platform/http/api-not-found.server.ts';
