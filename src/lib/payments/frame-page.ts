import { formatPaise } from '#lib/money/money.ts';
import { PAYMENT_HEADING, TEST_OUTCOMES } from '#lib/payments/payments.ts';

/** The small document that the payment dialog frames. It stands alone: no header, no styles or scripts of the shop. */

export type FrameState =
  | 'choose'
  | 'contacting'
  | 'test'
  | 'razorpay'
  | 'declined'
  | 'waiting'
  | 'abandoned'
  | 'done'
  | 'over';

/** Seconds after which a page that waits looks again, with or without a script. */
const LOOKS_AGAIN_S: Partial<Record<FrameState, number>> = { contacting: 1, waiting: 3 };

export interface FrameMethod {
  method: string;
  name: string;
  about: string;
}

export interface FrameView {
  state: FrameState;
  orderId: string;
  number: string;
  totalPaise: number;
  symbol: string;
  methods: FrameMethod[];
  /** Where its forms go. */
  action: string;
  /** The order's page, for whoever sees this one without the dialog around it. */
  orderPath: string;
  /** What the last form was answered with. */
  said?: string | undefined;
  /** What the form to Razorpay's hosted page carries. */
  hosted?: { action: string; fields: Record<string, string> };
}

export const FRAME_STYLE = `*{margin:0;padding:0;box-sizing:border-box}body{font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif;background:#faf7f0;color:#231d17;padding:1rem}main{max-width:30rem;margin:0 auto}h1{font:500 1.5rem/1.25 Palatino,"Noto Serif",Georgia,serif;margin-bottom:.25rem}p{margin:.5rem 0 1rem;color:#665c4f}strong{color:#231d17;font-variant-numeric:tabular-nums}button,.go{display:block;width:100%;min-height:3.25rem;margin-top:.75rem;padding:.625rem 1rem;border:1px solid #94897a;border-radius:2px;background:#fff;color:#231d17;font:inherit;text-align:left;cursor:pointer;text-decoration:none}button:hover,.go:hover{background:#f1ebdf}button b,.go b{display:block;font-weight:600}b+span{font-size:.8125rem;color:#665c4f}.first{background:#2b3a78;border-color:#2b3a78;color:#fff;text-align:center}.first:hover{background:#1f2a5a}.first span{color:#fff}[data-framed] .same{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}.wrong{color:#a3352b}:focus-visible{outline:2px solid #2b3a78;outline-offset:2px}`;

/** Tells the page around it what has happened; that page asks the shop itself before it believes it. */
export const FRAME_SCRIPT = `(()=>{const d=document.body.dataset,tell=s=>parent!==window&&parent.postMessage({type:'payment',order:d.order,state:s},location.origin);if(parent!==window)d.framed='';tell(d.state);document.addEventListener('submit',e=>{const b=e.submitter;if(document.body.ariaBusy){e.preventDefault();return}if(e.target.target)tell('leaving');document.body.ariaBusy='true';if(b)b.lastChild.textContent='Please wait'});addEventListener('pageshow',()=>{document.body.ariaBusy=null})})()`;

export function framePage(view: FrameView): string {
  const seconds = LOOKS_AGAIN_S[view.state];
  const head = seconds === undefined ? '' : `<meta http-equiv="refresh" content="${seconds}">`;
  return shell(`data-order="${escaped(view.orderId)}" data-state="${view.state}"`, body(view), head);
}

/** An order that is not there, or a gateway that does not answer. */
export function frameRefusal(message: string): string {
  return shell(
    'data-state="refused"',
    `<h1>${PAYMENT_HEADING}</h1><p class="wrong" role="alert">${escaped(message)}</p>`,
  );
}

function shell(attributes: string, content: string, head = ''): string {
  return `<!doctype html><html lang="en-IN"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>${PAYMENT_HEADING}</title>${head}<style>${FRAME_STYLE}</style></head><body ${attributes}><main aria-label="Payment">${content}</main><script>${FRAME_SCRIPT}</script></body></html>`;
}

function body(view: FrameView): string {
  switch (view.state) {
    case 'done':
      return `<h1>Thank you</h1><p>Order ${escaped(view.number)} is placed.</p>${orderLink(view, 'See your order')}`;
    case 'over':
      return `<h1>Nothing to pay</h1><p>Order ${escaped(view.number)} is no longer waiting for payment.</p>${orderLink(view, 'See your order')}`;
    case 'contacting':
      return `<h1>Contacting the payment service</h1><p role="status">This takes a few seconds; the page goes on by itself. Your order is kept.</p>${again(view)}`;
    case 'waiting':
      return `<h1>Waiting for the payment</h1><p>We have not heard from the payment service yet. Your order is kept; you may close this page.</p>${again(view)}${orderLink(view, 'See your order')}`;
    case 'test':
      return testPage(view);
    case 'razorpay':
      return hostedPage(view);
    default:
      return choosePage(view);
  }
}

const SAID: Partial<Record<FrameState, string>> = {
  declined:
    'The payment did not go through, and nothing was charged. Your order is kept: try again, or choose another way.',
  abandoned:
    'You have left the payment, so the goods are on sale again. Your order is kept: choose how to pay, and we put them aside again if they are still there.',
};

const LATER =
  '<button name="method" value="later"><b>Pay later</b><span>The goods go back on sale until you come back to pay</span></button>';

function choosePage(view: FrameView): string {
  const said = view.said ?? SAID[view.state];
  const methods = view.methods.map(
    ({ method, name, about }) =>
      `<button name="method" value="${method}"><b>${escaped(name)}</b><span>${escaped(about)}</span></button>`,
  );
  return `<h1 class="same">${PAYMENT_HEADING}</h1><p>Order ${escaped(view.number)} · ${total(view)}</p>${said ? `<p class="wrong" role="alert">${escaped(said)}</p>` : ''}<form method="post" action="${escaped(view.action)}">${methods.join('')}${view.state === 'abandoned' ? '' : LATER}</form>`;
}

function testPage(view: FrameView): string {
  const buttons = Object.entries(TEST_OUTCOMES).map(
    ([outcome, text], index) =>
      `<button name="outcome" value="${outcome}"${index === 0 ? ' class="first"' : ''}><span>${text}</span></button>`,
  );
  return `<h1>Test gateway</h1><p>A stand-in for a payment service: no money moves. ${total(view)} for order ${escaped(view.number)}.</p><form method="post" action="${escaped(view.action)}">${buttons.join('')}</form>`;
}

function hostedPage(view: FrameView): string {
  const fields = Object.entries(view.hosted?.fields ?? {}).map(
    ([name, value]) => `<input type="hidden" name="${escaped(name)}" value="${escaped(value)}">`,
  );
  return `<h1>Pay with Razorpay</h1><p>${total(view)} for order ${escaped(view.number)}. UPI, cards, net banking and wallets are on Razorpay’s own page; you come back here by yourself.</p><form method="post" target="_top" action="${escaped(view.hosted?.action ?? '')}">${fields.join('')}<button class="first"><span>Go on to Razorpay</span></button></form>${again(view)}`;
}

function again({ action }: FrameView): string {
  return `<a class="go" href="${escaped(action)}"><b>Choose another way to pay</b></a>`;
}

function orderLink({ orderPath }: FrameView, text: string): string {
  return `<a class="go" target="_top" href="${escaped(orderPath)}"><b>${text}</b></a>`;
}

function total({ symbol, totalPaise }: FrameView): string {
  return `<strong>${escaped(symbol)}${formatPaise(totalPaise)}</strong>`;
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
