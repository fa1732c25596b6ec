import { DELETE as dropCoupon } from './index.ts';

export { dropCoupon as POST };
