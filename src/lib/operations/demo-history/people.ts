import type { OrderAddress } from '#lib/sales/address/address.ts';

/** An invented person. The top-level domain `.example` is reserved, so no email can be delivered. */
export interface Person {
  name: string;
  email: string;
  mobile: string;
  address: OrderAddress;
}

/** People with an account. Their login codes appear in the demo mailbox. */
export const DEMO_CUSTOMERS = {
  asha: createPerson('Asha Rao', 'asha@taana.example', '9848012345', '8-2-684, Road No. 12', 'Banjara Hills', '500034'),
  meera: createPerson(
    'Meera Iyer',
    'meera@taana.example',
    '9840054321',
    '14, Second Floor',
    'Kutchery Road, Mylapore',
    '600004',
  ),
  joseph: createPerson(
    'Joseph Thomas',
    'joseph@taana.example',
    '9847098765',
    'Pallath House',
    'Ravipuram Road',
    '682016',
  ),
} as const satisfies Record<string, Person>;

export const CUSTOMER_NAMES = ['asha', 'meera', 'joseph'] as const;
export type CustomerName = (typeof CUSTOMER_NAMES)[number];

/** The address to which Asha sends gifts. */
export const GIFT_ADDRESS: OrderAddress = {
  ...addressOf('Leela Kulkarni', '9822045678', '22, Prabhat Road', 'Lane 9, Deccan Gymkhana', '411004'),
  type: 'other',
};

export const GUESTS = {
  farhan: createPerson('Farhan Qureshi', 'farhan@mail.example', '9839011223', '5/112', 'Vikas Nagar', '226001'),
  kavya: createPerson(
    'Kavya Hegde',
    'kavya.hegde@mail.example',
    '9845066778',
    '41, 6th Cross',
    'Indiranagar',
    '560038',
  ),
  rohan: createPerson(
    'Rohan Deshmukh',
    'rohan.d@mail.example',
    '9820033445',
    'B-7, Sea Breeze',
    'Turner Road, Bandra',
    '400050',
  ),
  simran: createPerson('Simran Kaur', 'simran@mail.example', '9815077889', 'House 1204', 'Sector 17', '160017'),
  anirban: createPerson('Anirban Ghosh', 'anirban.g@mail.example', '9830012321', '3B, Lake View', 'Gariahat', '700029'),
  nandini: createPerson(
    'Nandini Patel',
    'nandini@mail.example',
    '9825044556',
    '9, Shanti Kunj',
    'Satellite Road',
    '380015',
  ),
  vikram: createPerson(
    'Vikram Singh Rathore',
    'vikram.r@mail.example',
    '9829088990',
    '17, Hawa Sadan',
    'Adarsh Nagar',
    '302004',
  ),
  lakshmi: createPerson('Lakshmi Devi', 'lakshmi.devi@mail.example', '9866055667', '27-1-9', 'Benz Circle', '520010'),
  tara: createPerson('Tara Sethi', 'tara.sethi@mail.example', '9810022334', 'C-118', 'Greater Kailash 1', '110048'),
  ibrahim: createPerson('Ibrahim Shaikh', 'ibrahim@mail.example', '9848077001', '11-3-220', 'Karkhana', '500003'),
  padma: createPerson(
    'Padma Subramaniam',
    'padma.s@mail.example',
    '9842010203',
    '6, Cross Cut Road',
    'Gandhipuram',
    '641002',
  ),
  jaya: createPerson('Jaya Barua', 'jaya.barua@mail.example', '9864030405', '2, Uzan Bazar', 'M G Road', '781001'),
  sunita: createPerson(
    'Sunita Mohanty',
    'sunita.m@mail.example',
    '9861050607',
    'Plot 318',
    'Kharavela Nagar',
    '751001',
  ),
  george: createPerson('George Fernandes', 'george.f@mail.example', '9886070809', 'Villa 4', 'Kadri Hills', '575003'),
  pooja: createPerson('Pooja Agrawal', 'pooja.a@mail.example', '9826090102', '55, Sneh Nagar', 'Vijay Nagar', '452001'),
  irfan: createPerson(
    'Irfan Ansari',
    'irfan.ansari@mail.example',
    '9835012013',
    '8, Fraser Road',
    'Near the station',
    '800001',
  ),
  deepa: createPerson('Deepa Nair', 'deepa.nair@mail.example', '9847023034', 'TC 25/1190', 'Thampanoor', '695014'),
  ravi: createPerson('Ravi Teja', 'ravi.teja@mail.example', '9885034045', '50-81-3', 'Seethammapeta', '530003'),
} as const satisfies Record<string, Person>;

export type Buyer = CustomerName | keyof typeof GUESTS;

/** Returns the details of a buyer, who may or may not have an account. */
export function personOf(buyer: Buyer): Person {
  return isCustomer(buyer) ? DEMO_CUSTOMERS[buyer] : GUESTS[buyer];
}

/** Returns whether the buyer has an account. */
export function isCustomer(buyer: Buyer): buyer is CustomerName {
  return Object.hasOwn(DEMO_CUSTOMERS, buyer);
}

function createPerson(
  name: string,
  email: string,
  mobile: string,
  house: string,
  street: string,
  pincode: string,
): Person {
  return { name, email, mobile, address: addressOf(name, mobile, house, street, pincode) };
}

/** Returns an address without the city and state, which are filled in from the pincode. */
function addressOf(name: string, mobile: string, house: string, street: string, pincode: string): OrderAddress {
  return { name, mobile, house, street, pincode, landmark: '', city: '', state: '', type: 'home' };
}
