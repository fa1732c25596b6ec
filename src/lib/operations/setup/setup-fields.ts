/** The settings in the database that setup asks for, because the demo's values would be false in a live shop. */
export const SETUP_FIELDS = {
  name: { prompt: 'The shop’s name', help: 'Shown on every page, email and invoice.' },
  legalName: {
    prompt: 'The legal name of the company or the owner',
    help: 'Required on the site by law, and printed on invoices.',
  },
  'address.address': {
    prompt: 'The shop’s postal address, in one line',
    help: 'Shown on invoices and the contact page. Customers send exchanged items to it.',
  },
  'state.name': {
    prompt: 'The state that you sell from',
    help: 'Decides whether an order is taxed as an intra-state or inter-state sale.',
  },
  'address.email': {
    prompt: 'The email address for customers',
    help: 'Shown on the site. Messages from the contact form are sent to it.',
  },
  'address.mobile': { prompt: 'The phone number for customers, ten digits', help: 'Shown on the site.' },
  gstin: {
    prompt: 'Your GSTIN, if you are registered',
    help: 'Required for tax invoices. Without it no tax is charged, and orders get a bill of supply.',
  },
  gstScheme: {
    prompt: 'Your GST scheme, regular or composition',
    help: 'A composition dealer collects no tax, issues bills of supply, and must not sell to other states.',
  },
  'grievance.name': {
    prompt: 'The name of the grievance officer',
    help: 'Required by the Consumer Protection (E-Commerce) Rules, 2020. You can be the officer yourself.',
  },
  'grievance.designation': {
    prompt: 'The grievance officer’s designation',
    help: 'Required on the site by the same rules.',
  },
  'grievance.email': {
    prompt: 'The grievance officer’s email address',
    help: 'The officer must answer within 48 hours and resolve complaints within a month.',
  },
  'grievance.mobile': {
    prompt: 'The grievance officer’s phone number, ten digits',
    help: 'Required on the site by the same rules.',
  },
  'ownerMails.to': {
    prompt: 'The email addresses that get notifications of orders, tickets and problems',
    help: 'Separate them with commas. You can change the addresses per kind of notification later.',
  },
} as const;
export type SetupField = keyof typeof SETUP_FIELDS;
