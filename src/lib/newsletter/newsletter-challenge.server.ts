import { challengeCookie } from '#lib/auth/challenge-cookie.server.ts';

export const newsletterChallenge = challengeCookie('newsletter', ['newsletter']);
