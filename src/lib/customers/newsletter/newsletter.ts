/** Texts: product.md, "Newsletter". */
export const NEWSLETTER_MESSAGES = {
  emailRequired: 'Email is required.',
  emailInvalid: 'Please enter a valid email address.',
  sent: 'OTP sent to your email!',
  notSent: 'Failed to send OTP',
  isSubscribed: 'This email is already subscribed.',
  done: 'Subscription successful!',
  failed: 'An error occurred, please try again.',
  notVerified: 'Please confirm your email with the code first.',
  unsubscribed: 'You are unsubscribed.',
} as const;

/** Other sites, pictures and prefetches can't send this header. Without the header, no code is emailed. */
export const SENT_BY_PAGE_HEADER = 'x-asked-by';
export const SENT_BY_PAGE = 'newsletter';
