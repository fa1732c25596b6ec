/** The old input of a form that was refused without JavaScript, and its errors. */
export interface PostedForm {
  message?: string | undefined;
  couponRefusal?: string | undefined;
  typed?: Partial<Record<'code' | 'pincode' | 'line' | 'quantity', string>>;
}
