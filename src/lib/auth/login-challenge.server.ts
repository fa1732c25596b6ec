import { challengeCookie } from '#lib/auth/challenge-cookie.server.ts';

/** A login and a registration take turns in one cookie: whoever changes their mind goes on with the newer one. */
export const loginChallenge = challengeCookie('challenge', ['login', 'register']);
