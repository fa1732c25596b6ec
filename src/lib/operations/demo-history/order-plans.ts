import type { Buyer } from '#lib/operations/demo-history/people.ts';

/** `several` has at least two lines. `exchangeable` has one line, for a product with another size. */
export type Basket = 'pieces' | 'several' | 'cloth' | 'mixed' | 'festive' | 'pre-order' | 'exchangeable';

/** What happens to an order. */
export type Outcome =
  | 'placed'
  | 'processing'
  | 'packed'
  | 'shipped'
  | 'in transit'
  | 'out for delivery'
  | 'delivered'
  | 'reviewed'
  | 'cancelled by the customer'
  | 'cancelled by the shop'
  | 'refused at the door'
  | 'returned'
  | 'partly returned'
  | 'partly refunded'
  | 'refund due'
  | 'partly cancelled'
  | 'not paid'
  | 'payment declined'
  | 'paid on the second try'
  | 'paid too late'
  | ExchangeOutcome;

type ExchangeOutcome =
  | 'exchange requested'
  | 'exchange approved'
  | 'exchange received'
  | 'exchange shipped'
  | 'exchange delivered'
  | 'exchange declined'
  | 'exchange expired';

export interface OrderPlan {
  daysAgo: number;
  buyer: Buyer;
  payment: 'cod' | 'test';
  basket: Basket;
  outcome: Outcome;
  coupon?: string | undefined;
  note?: string | undefined;
}

type Row = [daysAgo: number, Buyer, OrderPlan['payment'], Basket, Outcome, coupon?: string, note?: string];

const ROWS: Row[] = [
  [30, 'farhan', 'cod', 'pieces', 'delivered'],
  [30, 'asha', 'test', 'exchangeable', 'exchange expired'],
  [29, 'kavya', 'test', 'cloth', 'delivered', 'WELCOME10'],
  [29, 'meera', 'test', 'several', 'reviewed'],
  [28, 'rohan', 'cod', 'pieces', 'delivered'],
  [28, 'joseph', 'cod', 'pieces', 'reviewed', 'FREESHIP'],
  [
    27,
    'simran',
    'test',
    'festive',
    'delivered',
    'KHADI200',
    'It is a wedding present. Please leave the price out of the parcel.',
  ],
  [26, 'anirban', 'cod', 'mixed', 'refused at the door'],
  [26, 'asha', 'test', 'mixed', 'reviewed', 'WELCOME10'],
  [25, 'nandini', 'test', 'several', 'partly returned'],
  [24, 'vikram', 'cod', 'pieces', 'delivered'],
  [24, 'lakshmi', 'cod', 'cloth', 'cancelled by the shop'],
  [23, 'meera', 'cod', 'exchangeable', 'exchange delivered'],
  [22, 'tara', 'test', 'festive', 'returned'],
  [22, 'ibrahim', 'cod', 'pieces', 'delivered'],
  [21, 'padma', 'test', 'cloth', 'payment declined'],
  [20, 'padma', 'test', 'cloth', 'paid on the second try'],
  [20, 'jaya', 'test', 'pieces', 'delivered'],
  [19, 'joseph', 'test', 'exchangeable', 'exchange shipped'],
  [19, 'sunita', 'cod', 'pieces', 'cancelled by the customer'],
  [18, 'george', 'test', 'several', 'partly cancelled'],
  [17, 'asha', 'test', 'pieces', 'partly refunded'],
  [17, 'pooja', 'cod', 'several', 'refused at the door'],
  [16, 'irfan', 'cod', 'pieces', 'delivered', 'WELCOME10'],
  [16, 'deepa', 'test', 'pieces', 'exchange declined'],
  [15, 'ravi', 'test', 'festive', 'cancelled by the shop'],
  [15, 'meera', 'test', 'cloth', 'reviewed', 'WELCOME10'],
  [14, 'kavya', 'cod', 'several', 'returned'],
  [14, 'rohan', 'test', 'pieces', 'paid too late'],
  [13, 'farhan', 'cod', 'mixed', 'delivered'],
  [13, 'joseph', 'test', 'several', 'reviewed'],
  [12, 'simran', 'test', 'exchangeable', 'exchange received'],
  [12, 'anirban', 'cod', 'pieces', 'cancelled by the customer'],
  [11, 'nandini', 'test', 'pieces', 'delivered'],
  [
    11,
    'asha',
    'cod',
    'exchangeable',
    'exchange approved',
    undefined,
    'Please call before you come; the bell is broken.',
  ],
  [10, 'vikram', 'test', 'several', 'refund due'],
  [10, 'lakshmi', 'cod', 'pieces', 'delivered'],
  [9, 'meera', 'test', 'exchangeable', 'exchange requested'],
  [9, 'tara', 'test', 'cloth', 'delivered'],
  [8, 'ibrahim', 'test', 'pieces', 'payment declined'],
  [8, 'padma', 'cod', 'pieces', 'delivered'],
  [7, 'jaya', 'test', 'festive', 'in transit'],
  [6, 'sunita', 'test', 'mixed', 'delivered'],
  [5, 'george', 'cod', 'pieces', 'out for delivery'],
  [5, 'pooja', 'test', 'pre-order', 'processing'],
  [4, 'joseph', 'test', 'pieces', 'out for delivery'],
  [4, 'irfan', 'cod', 'pieces', 'in transit'],
  [3, 'deepa', 'test', 'cloth', 'in transit'],
  [3, 'ravi', 'cod', 'several', 'shipped'],
  [3, 'asha', 'test', 'pieces', 'shipped'],
  [2, 'kavya', 'cod', 'pieces', 'shipped'],
  [2, 'rohan', 'test', 'mixed', 'shipped'],
  [2, 'meera', 'test', 'pieces', 'packed', 'FREESHIP'],
  [2, 'farhan', 'cod', 'pieces', 'placed', undefined, 'Please send it after the 5th, we are travelling.'],
  [1, 'simran', 'test', 'cloth', 'processing'],
  [1, 'nandini', 'cod', 'several', 'packed'],
  [1, 'lakshmi', 'cod', 'pieces', 'placed'],
  [1, 'tara', 'test', 'pre-order', 'placed'],
  [1, 'vikram', 'cod', 'festive', 'placed'],
  [1, 'asha', 'test', 'several', 'placed'],
  [0, 'padma', 'cod', 'cloth', 'placed'],
  [0, 'ibrahim', 'test', 'pieces', 'placed'],
  [0, 'george', 'cod', 'pieces', 'placed'],
  [0, 'joseph', 'test', 'mixed', 'placed'],
  [0, 'sunita', 'test', 'pieces', 'not paid'],
];

export const ORDER_PLANS: readonly OrderPlan[] = ROWS.map(
  ([daysAgo, buyer, payment, basket, outcome, coupon, note]) => ({
    daysAgo,
    buyer,
    payment,
    basket,
    outcome,
    coupon,
    note,
  }),
);
