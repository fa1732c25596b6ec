/** What was typed into a form without script that was refused, and why. */
export interface PostedForm {
  message?: string | undefined;
  couponRefusal?: string | undefined;
  typed?: Partial<Record<'code' | 'pincode' | 'line' | 'quantity', string>>;
}
