/**
 * The result of a cart form that was posted without JavaScript: its message, the reason why a coupon was refused, and
 * its old input.
 */
export interface FormResult {
  message?: string | undefined;
  couponRefusal?: string | undefined;
  oldInput?: Partial<Record<'code' | 'pincode' | 'line' | 'quantity', string>>;
}
