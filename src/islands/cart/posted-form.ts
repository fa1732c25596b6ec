/** The result of a cart form that was posted without JavaScript: its message, its error, and its old input. */
export interface PostedForm {
  message?: string | undefined;
  couponRefusal?: string | undefined;
  oldInput?: Partial<Record<'code' | 'pincode' | 'line' | 'quantity', string>>;
}
