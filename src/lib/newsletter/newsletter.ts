/** Texts of the newsletter (product.md, "Newsletter"). */
export const NEWSLETTER_MESSAGES = {
  emailRequired: 'Email is required.',
  emailBad: 'Please enter a valid email address.',
  sent: 'OTP sent to your email!',
  notSent: 'Failed to send OTP',
  isSubscribed: 'This email is already subscribed.',
  done: 'Subscription successful!',
  failed: 'An error occurred, please try again.',
  unproved: 'Please confirm your email with the code first.',
  left: 'You are unsubscribed.',
} as const;

/**
 * A page of another site can't set this header on a request to the shop, nor can a picture or a prefetch: a code is
 * mailed only for a request that carries it.
 */
export const ASKED_BY_PAGE_HEADER = 'x-asked-by';
export const ASKED_BY_PAGE = 'newsletter';
