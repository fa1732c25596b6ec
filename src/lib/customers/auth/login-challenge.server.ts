import { challengeCookie } from '#lib/customers/auth/challenge-cookie.server.ts';

/** Login and registration share one cookie, so that the newer challenge replaces the older challenge. */
export const loginChallenge = challengeCookie('challenge', ['login', 'register']);
