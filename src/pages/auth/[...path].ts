export { nothingHere as ALL } from '#lib/http/nothing-here.server.ts';
