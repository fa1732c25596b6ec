import { challengeCookie } from '#lib/customers/auth/challenge-cookie.server.ts';

export const restockChallenge = challengeCookie('restock', ['restock']);
