import { challengeCookie } from '#lib/auth/challenge-cookie.server.ts';

export const restockChallenge = challengeCookie('restock', ['restock']);
