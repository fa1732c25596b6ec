import { challengeCookie } from '#lib/auth/challenge-cookie.server.ts';

export const {
  keep: keepNewsletterChallenge,
  read: readNewsletterChallenge,
  drop: dropNewsletterChallenge,
} = challengeCookie('newsletter');
