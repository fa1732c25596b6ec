import type { FieldOverrides } from '#lib/content/admin/settings/form-field.ts';

/** The part of FIELD_OVERRIDES for documents about orders: delivery, services, cash rules, payment and confirmation. */
export const SALES_OVERRIDES: Readonly<Record<string, Readonly<Record<string, FieldOverrides>>>> = {
  delivery: {
    freeFromPaise: { label: 'Free from ₹', help: 'Goods worth this much or more are delivered free.' },
    codMaximumPaise: { label: 'Cash on delivery up to ₹', help: 'Orders with a higher total are paid online.' },
    zones: { help: 'A pincode belongs to the zone with the longest beginning that matches.' },
    'zones.*': { label: 'Zone' },
    'zones.*.name': { help: 'For yourself, such as South India.' },
    'zones.*.prefixes': {
      label: 'Pincodes that begin with',
      help: 'Digits with commas between them. One zone has “rest of India”.',
      kind: 'commas',
      emptyEntry: 'rest of India',
    },
    'zones.*.pricePaise': { label: 'Price ₹', help: '' },
    'zones.*.days': { label: 'Business days', help: '' },
    'zones.*.days.0': { label: 'Fewest days' },
    'zones.*.days.1': { label: 'Most days' },
    'zones.*.cod': { label: 'Cash on delivery', help: '' },
    'zones.*.codFeePaise': { label: 'Extra for cash ₹', help: '' },
  },
  services: {
    clothCalculator: {
      help: 'Fabrics link to a form that calculates how much cloth a garment takes. Its figures are under “Cloth for a garment”.',
    },
    childSize: {
      label: 'Child’s size by height or age',
      help: 'From the heights in the size guide, with the month until which a size fits on average.',
    },
    giftWrap: {
      help: 'Offered at checkout for the whole order, and taxed as a part of its delivery.',
    },
    'giftWrap.offered': { help: '' },
    'giftWrap.pricePaise': { label: 'Price ₹', help: '0 if gift wrap is free.' },
    'giftWrap.noteCharacters': {
      label: 'Maximum characters of the note',
      help: 'Printed on the packing slip; 0 for no note.',
    },
    swatches: {
      help: 'Of all fabrics; up to five in an order, at a fifth of the price of a set each.',
    },
    'swatches.offered': { help: '' },
    'swatches.pricePaise': { label: 'Price of a set of five ₹', help: '0 if swatches are free.' },
    'swatches.lengthCm': { label: 'Length in cm', help: 'How much of a bolt a swatch takes.' },
    'swatches.creditDays': {
      label: 'Days the coupon is valid',
      help: 'Once the order is paid, its buyer gets a coupon for the price of the swatches; 0 for none.',
    },
    'swatches.without': {
      label: 'Fabrics without swatches',
      help: 'The ends of the addresses of their pages, one on each line.',
    },
  },
  'cash-rules': {
    pincodeParcels: {
      label: 'Pincodes: minimum number of cash parcels',
      help: 'A pincode with this many parcels within a year is judged by the share that came back. 0: no such rule.',
    },
    pincodePercent: {
      label: 'Pincodes: % that came back',
      help: 'If more came back, orders to the pincode are paid online.',
    },
    refusedParcels: {
      label: 'Customers: returned cash parcels',
      help: 'A customer with this many returned parcels within a year pays online. 0: no rule for customers.',
    },
    returnCostPaise: {
      label: 'Usual freight of a returned parcel ₹',
      help: 'For both directions. Suggested when you record a returned parcel; 0 for no freight.',
    },
  },
  payment: {
    codToOnline: {
      label: 'Paying cash orders online',
      help: 'Customers may pay a cash order online until it is shipped. The cash fee is then deducted.',
    },
    prepaidDiscount: {
      label: 'Discount for paying online',
      help: 'A percentage of the goods or an amount. The discount is calculated after the coupon.',
    },
    'prepaidDiscount.percent': { label: 'Per cent', help: '0 for none.' },
    'prepaidDiscount.maximumPaise': { label: 'At most ₹', help: 'Of a percentage; 0 for no limit.' },
    'prepaidDiscount.amountPaise': { label: 'Amount ₹', help: 'Instead of a percentage; 0 for none.' },
    advance: {
      label: 'Advance for cash orders',
      help: 'Paid online before the order is placed; the rest is paid to the courier.',
    },
    'advance.of': { label: 'Advance', help: 'The delivery charge, or a percentage of the total.' },
    'advance.percent': { label: 'Per cent', help: '' },
    'advance.fromPaise': { label: 'For orders from ₹', help: '0 for all cash orders.' },
  },
  'cash-confirmation': {
    when: {
      label: 'Confirm cash orders',
      help: 'Which cash orders customers confirm before you can pack them. “First orders” are those of customers who have not received an order yet.',
    },
    abovePaise: { label: 'Amount ₹', help: 'For “above an amount”: orders with a higher total are confirmed.' },
    returnedPercent: {
      label: 'Also pincodes with more returns than %',
      help: 'The share of cash parcels of the last year that came back, if there were at least five. 0 for none.',
    },
    remindAfterHours: { label: 'Reminder after hours', help: 'A customer who has not answered gets one more email.' },
    releaseAfterHours: {
      label: 'Cancellation after hours',
      help: 'Counted from the order. The items go back into stock, and the customer gets an email.',
    },
  },
};
