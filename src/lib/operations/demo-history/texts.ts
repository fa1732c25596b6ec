import type { ContactInput } from '#lib/customers/contact/contact.ts';
import type { ReviewInput } from '#lib/customers/reviews/reviews.ts';
import type { Priority } from '#lib/customers/support/ticket.ts';
import type { CustomerName } from '#lib/operations/demo-history/people.ts';

/** Reviews that fit any product that is sold by the piece, or by the metre. */
export const REVIEWS: Record<'piece' | 'metre', readonly Omit<ReviewInput, 'product'>[]> = {
  piece: [
    {
      rating: 5,
      summary: 'The colour is the one in the pictures, also in daylight. Two washes so far, and it has not run.',
    },
    { rating: 4, summary: 'Well made, with neat seams inside. It came a day later than promised, hence four stars.' },
    { rating: 5, summary: 'Bought one to try, and have ordered two more for my sisters.' },
    { rating: 3, summary: 'Nice cloth, but it creases as soon as you sit down. Iron it damp.', fit: 'true' },
  ],
  metre: [
    { rating: 5, summary: 'Cut straight and a little generous. My tailor asked where it is from.' },
    {
      rating: 4,
      summary: 'Good weight and a soft hand. It shrank about two fingers a metre in the first wash, as they say.',
    },
  ],
};

export interface TicketPlan {
  daysAgo: number;
  customer: CustomerName;
  subject: string;
  priority: Priority;
  message: string;
  /** Later messages, one on each following day. */
  replies?: readonly { by: 'shop' | 'customer'; message: string }[];
  isClosed?: boolean;
}

export const TICKET_PLANS: readonly TicketPlan[] = [
  {
    daysAgo: 25,
    customer: 'meera',
    subject: 'Invoice with my GSTIN',
    priority: 'medium',
    message: 'Can I have the invoice for my last order in the name of my studio, with its GSTIN?',
    replies: [
      {
        by: 'shop',
        message: 'We can’t change an invoice after shipping. For your next order, write the GSTIN in the note.',
      },
      { by: 'customer', message: 'That is fine. I will do that next time, thank you.' },
    ],
    isClosed: true,
  },
  {
    daysAgo: 15,
    customer: 'joseph',
    subject: 'How much cloth for a kurta?',
    priority: 'low',
    message: 'I am six feet tall. How many metres of the 44-inch cotton do I need for a full-sleeve kurta?',
    replies: [{ by: 'shop', message: 'Three metres, and three and a half if the pattern has to match at the side.' }],
  },
  {
    daysAgo: 13,
    customer: 'asha',
    subject: 'A button was missing',
    priority: 'medium',
    message: 'One button was missing when I opened the parcel. Can you send another one?',
    replies: [
      {
        by: 'shop',
        message: 'We are sorry. We have no such button left, so we will refund ₹100 instead. Is that all right?',
      },
    ],
    isClosed: true,
  },
  {
    daysAgo: 6,
    customer: 'joseph',
    subject: 'Change the delivery address',
    priority: 'high',
    message: 'I am at my parents’ house until the end of the month. Can the parcel go there instead?',
    replies: [
      { by: 'shop', message: 'It has not left yet. Please send us the address with its pincode.' },
      { by: 'customer', message: 'Pallath House, Church Road, Kottayam 686001. The phone number is the same.' },
    ],
  },
  {
    daysAgo: 3,
    customer: 'meera',
    subject: 'Is it available in a larger size?',
    priority: 'low',
    message: 'Will you have the linen trousers in XXL again before the new year?',
    replies: [{ by: 'shop', message: 'Yes, in three weeks. Press “Notify me” on the page, and you get an email.' }],
  },
  {
    daysAgo: 1,
    customer: 'asha',
    subject: 'Tracking number does not work',
    priority: 'high',
    message: 'The courier’s page says that it does not know my tracking number. When will the parcel come?',
  },
];

/** Messages from the contact form. The shop answers a day later. A message without an answer stays open. */
export const CONTACT_MESSAGES: readonly (ContactInput & { daysAgo: number; answer?: string })[] = [
  {
    daysAgo: 21,
    name: 'Sarita Joshi',
    mobile: '9822011002',
    email: 'sarita@mail.example',
    content: 'Do you sell to shops? I have a small boutique in Nashik and would like fifty stoles before the season.',
    answer: 'Yes, from twenty pieces of one design. We have emailed you our price list.',
  },
  {
    daysAgo: 9,
    name: 'Manoj Pillai',
    mobile: '9847011003',
    email: 'manoj.p@mail.example',
    content: 'Can I visit and see the fabrics? I will be in Hyderabad next Saturday.',
    answer: 'With pleasure. The workshop is open from ten to six; please ring the bell at the green gate.',
  },
  {
    daysAgo: 2,
    name: 'Zoya Mirza',
    mobile: '9839011004',
    email: 'zoya.mirza@mail.example',
    content: 'I ordered without an account and mistyped my email address. How do I find my order?',
  },
];

/** Searches for terms that no product of the demo catalogue matches. */
export const SEARCHES_WITHOUT_RESULTS: readonly { daysAgo: number; term: string; times: number }[] = [
  { daysAgo: 24, term: 'velvet lehenga', times: 3 },
  { daysAgo: 18, term: 'mojari', times: 6 },
  { daysAgo: 12, term: 'nighty xxxl', times: 2 },
  { daysAgo: 11, term: 'mojari', times: 4 },
  { daysAgo: 8, term: 'curtains', times: 5 },
  { daysAgo: 6, term: 'bedsheet', times: 9 },
  { daysAgo: 3, term: 'umbrella', times: 2 },
  { daysAgo: 2, term: 'bedsheet', times: 7 },
  { daysAgo: 1, term: 'school uniform', times: 4 },
];

export const SUBSCRIBERS: readonly { daysAgo: number; email: string }[] = [
  { daysAgo: 28, email: 'meera@taana.example' },
  { daysAgo: 23, email: 'kavya.hegde@mail.example' },
  { daysAgo: 17, email: 'sarita@mail.example' },
  { daysAgo: 10, email: 'nandini@mail.example' },
  { daysAgo: 4, email: 'zoya.mirza@mail.example' },
];

/** Requests for a sold-out variant. `soldOutIndex` is the variant's index in the list of sold-out variants. */
export const RESTOCK_REQUESTS: readonly { daysAgo: number; email: string; soldOutIndex: number }[] = [
  { daysAgo: 16, email: 'tara.sethi@mail.example', soldOutIndex: 3 },
  { daysAgo: 12, email: 'asha@taana.example', soldOutIndex: 3 },
  { daysAgo: 7, email: 'deepa.nair@mail.example', soldOutIndex: 11 },
  { daysAgo: 5, email: 'meera@taana.example', soldOutIndex: 20 },
  { daysAgo: 1, email: 'ravi.teja@mail.example', soldOutIndex: 3 },
];
