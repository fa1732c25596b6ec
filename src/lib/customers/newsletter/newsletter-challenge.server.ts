import { challengeCookie } from '#lib/customers/auth/challenge-cookie.server.ts';

export const newsletterChallenge = challengeCookie('newsletter', ['newsletter']);
