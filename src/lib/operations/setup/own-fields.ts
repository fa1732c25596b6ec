/** Settings that each live shop must set itself, because the demo's values would be false. */
export const OWN_FIELDS = {
  name: { ask: 'The shop’s name', why: 'Shown on every page, email and invoice.' },
  legalName: {
    ask: 'The legal name: of the company, or of the owner',
    why: 'Required on the site by law, and printed on invoices.',
  },
  'address.address': {
    ask: 'The shop’s postal address, in one line',
    why: 'Shown on invoices and the contact page. Customers send exchanged items to it.',
  },
  'state.name': {
    ask: 'The state that you sell from',
    why: 'Decides whether an order is taxed as an intra-state or inter-state sale.',
  },
  'address.email': {
    ask: 'The email address for customers',
    why: 'Shown on the site. Messages from the contact form are sent to it.',
  },
  'address.mobile': { ask: 'The phone number for customers, ten digits', why: 'Shown on the site.' },
  gstin: {
    ask: 'Your GSTIN, if you are registered',
    why: 'Required for tax invoices. Without it no tax is charged, and orders get a bill of supply.',
  },
  gstScheme: {
    ask: 'Your GST scheme, regular or composition',
    why: 'A composition dealer collects no tax, issues bills of supply, and must not sell to other states.',
  },
  'grievance.name': {
    ask: 'The name of the grievance officer',
    why: 'Required by the Consumer Protection (E-Commerce) Rules, 2020. It can be you.',
  },
  'grievance.designation': { ask: 'Their designation', why: 'The same rule requires it on the site.' },
  'grievance.email': {
    ask: 'Their email address',
    why: 'They must answer within 48 hours and resolve complaints within a month.',
  },
  'grievance.mobile': { ask: 'Their phone number, ten digits', why: 'The same rule requires it on the site.' },
  'ownerMails.to': {
    ask: 'The email addresses that get notifications of orders, tickets and problems',
    why: 'Separate them with commas. You can change the addresses per kind of notification later.',
  },
} as const;
export type OwnField = keyof typeof OWN_FIELDS;
