import type { OrderAddress } from '#lib/sales/address/address.ts';

/** An invented person. The top-level domain `.example` is reserved, so no email can be delivered. */
interface Person {
  name: string;
  email: string;
  mobile: string;
  address: OrderAddress;
}

const createCustomer = personCreator('taana.example');
const createGuest = personCreator('mail.example');

/** People with an account. Their login codes appear in the demo mailbox. */
export const DEMO_CUSTOMERS = {
  asha: createCustomer('Asha Rao', 'asha', '9848012345', '8-2-684, Road No. 12', 'Banjara Hills', '500034'),
  meera: createCustomer('Meera Iyer', 'meera', '9840054321', '14, Second Floor', 'Kutchery Road, Mylapore', '600004'),
  joseph: createCustomer('Joseph Thomas', 'joseph', '9847098765', 'Pallath House', 'Ravipuram Road', '682016'),
} as const satisfies Record<string, Person>;

export const CUSTOMER_NAMES = ['asha', 'meera', 'joseph'] as const;
export type CustomerName = (typeof CUSTOMER_NAMES)[number];

/** The address to which Asha sends gifts. */
export const GIFT_ADDRESS: OrderAddress = {
  ...addressOf('Leela Kulkarni', '9822045678', '22, Prabhat Road', 'Lane 9, Deccan Gymkhana', '411004'),
  type: 'other',
};

const GUESTS = {
  farhan: createGuest('Farhan Qureshi', 'farhan', '9839011223', '5/112', 'Vikas Nagar', '226001'),
  kavya: createGuest('Kavya Hegde', 'kavya.hegde', '9845066778', '41, 6th Cross', 'Indiranagar', '560038'),
  rohan: createGuest('Rohan Deshmukh', 'rohan.d', '9820033445', 'B-7, Sea Breeze', 'Turner Road, Bandra', '400050'),
  simran: createGuest('Simran Kaur', 'simran', '9815077889', 'House 1204', 'Sector 17', '160017'),
  anirban: createGuest('Anirban Ghosh', 'anirban.g', '9830012321', '3B, Lake View', 'Gariahat', '700029'),
  nandini: createGuest('Nandini Patel', 'nandini', '9825044556', '9, Shanti Kunj', 'Satellite Road', '380015'),
  vikram: createGuest('Vikram Singh Rathore', 'vikram.r', '9829088990', '17, Hawa Sadan', 'Adarsh Nagar', '302004'),
  lakshmi: createGuest('Lakshmi Devi', 'lakshmi.devi', '9866055667', '27-1-9', 'Benz Circle', '520010'),
  tara: createGuest('Tara Sethi', 'tara.sethi', '9810022334', 'C-118', 'Greater Kailash 1', '110048'),
  ibrahim: createGuest('Ibrahim Shaikh', 'ibrahim', '9848077001', '11-3-220', 'Karkhana', '500003'),
  padma: createGuest('Padma Subramaniam', 'padma.s', '9842010203', '6, Cross Cut Road', 'Gandhipuram', '641002'),
  jaya: createGuest('Jaya Barua', 'jaya.barua', '9864030405', '2, Uzan Bazar', 'M G Road', '781001'),
  sunita: createGuest('Sunita Mohanty', 'sunita.m', '9861050607', 'Plot 318', 'Kharavela Nagar', '751001'),
  george: createGuest('George Fernandes', 'george.f', '9886070809', 'Villa 4', 'Kadri Hills', '575003'),
  pooja: createGuest('Pooja Agrawal', 'pooja.a', '9826090102', '55, Sneh Nagar', 'Vijay Nagar', '452001'),
  irfan: createGuest('Irfan Ansari', 'irfan.ansari', '9835012013', '8, Fraser Road', 'Near the station', '800001'),
  deepa: createGuest('Deepa Nair', 'deepa.nair', '9847023034', 'TC 25/1190', 'Thampanoor', '695014'),
  ravi: createGuest('Ravi Teja', 'ravi.teja', '9885034045', '50-81-3', 'Seethammapeta', '530003'),
} as const satisfies Record<string, Person>;

/** All people, with and without an account. */
export const BUYERS = { ...DEMO_CUSTOMERS, ...GUESTS };
export type Buyer = keyof typeof BUYERS;

/** Returns whether the buyer has an account. */
export function isCustomer(buyer: Buyer): buyer is CustomerName {
  return Object.hasOwn(DEMO_CUSTOMERS, buyer);
}

/** Returns a function that creates people whose email addresses belong to a domain. */
function personCreator(domain: string) {
  return (name: string, mailbox: string, mobile: string, house: string, street: string, pincode: string): Person => ({
    name,
    email: `${mailbox}@${domain}`,
    mobile,
    address: addressOf(name, mobile, house, street, pincode),
  });
}

/** Returns an address without the city and state, which are filled in from the pincode. */
function addressOf(name: string, mobile: string, house: string, street: string, pincode: string): OrderAddress {
  return { name, mobile, house, street, pincode, landmark: '', city: '', state: '', type: 'home' };
}
