import type { OrderAddress } from '#lib/sales/address/address.ts';

/** Invented people. The top-level domain `.example` is reserved, so no email can reach anyone. */
export interface Person {
  name: string;
  email: string;
  mobile: string;
  address: OrderAddress;
}

/** Each has an account; the login codes appear in the demo mailbox. */
export const DEMO_CUSTOMERS = {
  asha: person('Asha Rao', 'asha@taana.example', '9848012345', '8-2-684, Road No. 12', 'Banjara Hills', '500034'),
  meera: person(
    'Meera Iyer',
    'meera@taana.example',
    '9840054321',
    '14, Second Floor',
    'Kutchery Road, Mylapore',
    '600004',
  ),
  joseph: person('Joseph Thomas', 'joseph@taana.example', '9847098765', 'Pallath House', 'Ravipuram Road', '682016'),
} as const satisfies Record<string, Person>;

export const CUSTOMER_NAMES = ['asha', 'meera', 'joseph'] as const;
export type CustomerName = (typeof CUSTOMER_NAMES)[number];

/** Where Asha sends gifts. */
export const GIFT_ADDRESS: OrderAddress = {
  ...addressOf('Leela Kulkarni', '9822045678', '22, Prabhat Road', 'Lane 9, Deccan Gymkhana', '411004'),
  type: 'other',
};

export const GUESTS = {
  farhan: person('Farhan Qureshi', 'farhan@mail.example', '9839011223', '5/112', 'Vikas Nagar', '226001'),
  kavya: person('Kavya Hegde', 'kavya.hegde@mail.example', '9845066778', '41, 6th Cross', 'Indiranagar', '560038'),
  rohan: person(
    'Rohan Deshmukh',
    'rohan.d@mail.example',
    '9820033445',
    'B-7, Sea Breeze',
    'Turner Road, Bandra',
    '400050',
  ),
  simran: person('Simran Kaur', 'simran@mail.example', '9815077889', 'House 1204', 'Sector 17', '160017'),
  anirban: person('Anirban Ghosh', 'anirban.g@mail.example', '9830012321', '3B, Lake View', 'Gariahat', '700029'),
  nandini: person('Nandini Patel', 'nandini@mail.example', '9825044556', '9, Shanti Kunj', 'Satellite Road', '380015'),
  vikram: person(
    'Vikram Singh Rathore',
    'vikram.r@mail.example',
    '9829088990',
    '17, Hawa Sadan',
    'Adarsh Nagar',
    '302004',
  ),
  lakshmi: person('Lakshmi Devi', 'lakshmi.devi@mail.example', '9866055667', '27-1-9', 'Benz Circle', '520010'),
  tara: person('Tara Sethi', 'tara.sethi@mail.example', '9810022334', 'C-118', 'Greater Kailash 1', '110048'),
  ibrahim: person('Ibrahim Shaikh', 'ibrahim@mail.example', '9848077001', '11-3-220', 'Karkhana', '500003'),
  padma: person(
    'Padma Subramaniam',
    'padma.s@mail.example',
    '9842010203',
    '6, Cross Cut Road',
    'Gandhipuram',
    '641002',
  ),
  jaya: person('Jaya Barua', 'jaya.barua@mail.example', '9864030405', '2, Uzan Bazar', 'M G Road', '781001'),
  sunita: person('Sunita Mohanty', 'sunita.m@mail.example', '9861050607', 'Plot 318', 'Kharavela Nagar', '751001'),
  george: person('George Fernandes', 'george.f@mail.example', '9886070809', 'Villa 4', 'Kadri Hills', '575003'),
  pooja: person('Pooja Agrawal', 'pooja.a@mail.example', '9826090102', '55, Sneh Nagar', 'Vijay Nagar', '452001'),
  irfan: person(
    'Irfan Ansari',
    'irfan.ansari@mail.example',
    '9835012013',
    '8, Fraser Road',
    'Near the station',
    '800001',
  ),
  deepa: person('Deepa Nair', 'deepa.nair@mail.example', '9847023034', 'TC 25/1190', 'Thampanoor', '695014'),
  ravi: person('Ravi Teja', 'ravi.teja@mail.example', '9885034045', '50-81-3', 'Seethammapeta', '530003'),
} as const satisfies Record<string, Person>;

export type Buyer = CustomerName | keyof typeof GUESTS;

/** The data of a buyer, with or without an account. */
export function personOf(buyer: Buyer): Person {
  return isCustomer(buyer) ? DEMO_CUSTOMERS[buyer] : GUESTS[buyer];
}

/** Whether the buyer has an account. */
export function isCustomer(buyer: Buyer): buyer is CustomerName {
  return Object.hasOwn(DEMO_CUSTOMERS, buyer);
}

function person(name: string, email: string, mobile: string, house: string, street: string, pincode: string): Person {
  return { name, email, mobile, address: addressOf(name, mobile, house, street, pincode) };
}

/** City and state are filled in from the pincode. */
function addressOf(name: string, mobile: string, house: string, street: string, pincode: string): OrderAddress {
  return { name, mobile, house, street, pincode, landmark: '', city: '', state: '', type: 'home' };
}
