/** The states of the payment page, which the payment dialog shows in a frame (product.md, "Payment"). */
export const FRAME_STATES = [
  'choose',
  'instead',
  'contacting',
  'test',
  'razorpay',
  'declined',
  'waiting',
  'abandoned',
  'done',
  'over',
] as const;
export type FrameState = (typeof FRAME_STATES)[number];

/** The number of seconds after which the payment page is reloaded, by the state of the page. */
export const REFRESH_SECONDS: { [state in FrameState | 'refused']?: number } = { contacting: 1, waiting: 3 };

export interface FrameMethod {
  method: string;
  name: string;
  about: string;
}

export interface FrameView {
  state: FrameState;
  orderId: string;
  orderNumber: string;
  /** The amount that can be paid online now, in paise; the order's total if nothing can be paid online. */
  amountPaise: number;
  methods: FrameMethod[];
  /** Whether the buyer of a placed cash order may go back and keep cash on delivery. */
  mayKeepCash: boolean;
  /** Whether the buyer may postpone the payment. */
  mayPostpone: boolean;
  /** The path to which the page's forms are sent. */
  action: string;
  orderPath: string;
  message?: string | undefined;
  /** The form that opens Razorpay's hosted page. */
  hostedForm?: { action: string; fields: Record<string, string> };
}

export interface FrameRefusal {
  state: 'refused';
  message: string;
  httpStatus: number;
}

export const FRAME_MESSAGES: { [state in FrameState]?: string } = {
  declined:
    'The payment did not go through, and nothing was charged. Your order is kept: try again, or choose another way.',
  abandoned:
    'You left without paying, so the goods are for sale again. Your order is kept: choose how to pay, and we reserve them again if they are still available.',
};
