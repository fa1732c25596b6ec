/** Fields of the settings that a live shop must say itself: what came with the shop would be untrue. */
export const OWN_FIELDS = {
  name: { ask: 'The shop’s name', why: 'It stands on each page, mail and invoice.' },
  legalName: {
    ask: 'The name of the company, or of the person who owns the shop',
    why: 'The law wants it on the site, and it signs invoices.',
  },
  'address.address': {
    ask: 'The shop’s postal address, in one line',
    why: 'It stands on invoices and the contact page; goods of an exchange come back to it.',
  },
  'state.name': {
    ask: 'The state from which goods are sold',
    why: 'By it an order is taxed as within a state or between two.',
  },
  'address.email': {
    ask: 'The address to which customers write',
    why: 'It stands on the site, and messages of the contact form go there.',
  },
  'address.mobile': { ask: 'The number that customers ring, ten digits', why: 'It stands on the site.' },
  gstin: {
    ask: 'Your GSTIN, if you are registered',
    why: 'Tax invoices need it. Without one no tax is charged, and orders get a bill of supply.',
  },
  gstScheme: {
    ask: 'Your scheme of GST, regular or composition',
    why: 'A composition dealer collects no tax, issues bills of supply, and may not sell to other states.',
  },
  'grievance.name': {
    ask: 'The name of the grievance officer',
    why: 'The Consumer Protection (E-Commerce) Rules, 2020 ask for one; it may be yourself.',
  },
  'grievance.designation': { ask: 'Their designation', why: 'The same rule wants it on the site.' },
  'grievance.email': { ask: 'Their e-mail address', why: 'They answer within 48 hours and settle within a month.' },
  'grievance.mobile': { ask: 'Their number, ten digits', why: 'The same rule wants it on the site.' },
  'ownerMails.to': {
    ask: 'Who hears of orders, tickets and trouble by mail',
    why: 'Addresses with commas between them; each kind can go elsewhere later.',
  },
} as const;
export type OwnField = keyof typeof OWN_FIELDS;
