import { createHmac, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';

interface StandInPayment {
  id: string;
  entity: 'payment';
  amount: number;
  currency: string;
  status: 'authorized' | 'captured' | 'failed';
  order_id: string;
}

interface StandInOrder {
  id: string;
  entity: 'order';
  amount: number;
  currency: string;
  receipt: string;
  notes: Record<string, string>;
  status: 'created' | 'paid';
}

export interface StandInRefund {
  id: string;
  entity: 'refund';
  amount: number;
  currency: string;
  payment_id: string;
  status: 'pending' | 'processed' | 'failed';
  notes?: Record<string, string>;
}

export interface RazorpayStandIn {
  url: string;
  keys: { keyId: string; keySecret: string; webhookSecret: string; apiUrl: string };
  orders: Map<string, StandInOrder>;
  payments: StandInPayment[];
  refunds: StandInRefund[];
  /** The request and the created refund for each idempotency key. */
  refundKeys: Map<string, { request: string; refund: StandInRefund }>;
  /** Replaces fields of each refund in a list of refunds. */
  listedRefund: Record<string, unknown>;
  /** Whether the responses to new refunds are lost. */
  isResponseLost: boolean;
  /** Whether every call gets a 503. */
  isDown: boolean;
  /** Whether calls get no response. */
  isSilent: boolean;
  /** The delay before each response in milliseconds. */
  delayMs: number;
  /** The number of received calls. */
  calls: number;
  /** The maximum number of concurrent calls. */
  maxConcurrent: number;
  /** Called after a refund is created and before its response. */
  beforeRefundResponse?: ((refund: StandInRefund) => Promise<void>) | undefined;
  /** Simulates a payment with this status. */
  pay(orderId: string, status: StandInPayment['status'], change?: Partial<StandInPayment>): StandInPayment;
  close(): Promise<void>;
}

/** Starts a server on this machine with the part of Razorpay's HTTP API that the shop uses, as documented. */
export async function startRazorpay(): Promise<RazorpayStandIn> {
  const keys = { keyId: 'rzp_test_standin', keySecret: 'key-secret', webhookSecret: 'webhook-secret', apiUrl: '' };
  let concurrent = 0;
  const server = createServer((req, res) => {
    standIn.calls += 1;
    concurrent += 1;
    standIn.maxConcurrent = Math.max(standIn.maxConcurrent, concurrent);
    res.once('close', () => {
      concurrent -= 1;
    });
    // `respond` fails if the client has disconnected.
    void wait(standIn.delayMs)
      .then(() => respond(standIn, req, res))
      .catch(() => res.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
  const standIn: RazorpayStandIn = {
    url,
    keys: { ...keys, apiUrl: url },
    orders: new Map(),
    payments: [],
    refunds: [],
    listedRefund: {},
    refundKeys: new Map(),
    isResponseLost: false,
    isDown: false,
    isSilent: false,
    delayMs: 0,
    calls: 0,
    maxConcurrent: 0,
    pay(orderId, status, change = {}) {
      const amount = standIn.orders.get(orderId)?.amount ?? 0;
      const id = `pay_${randomBytes(7).toString('hex')}`;
      const payment = { id, entity: 'payment' as const, amount, currency: 'INR', status, order_id: orderId, ...change };
      standIn.payments.push(payment);
      return payment;
    },
    close: () => closeServer(server),
  };
  return standIn;
}

/** Returns a webhook about a payment or refund, as Razorpay sends it, with a signature of the body's bytes. */
export function razorpayWebhook(
  event: string,
  subject: StandInPayment | StandInRefund,
  { secret = 'webhook-secret', eventId = `evt_${randomBytes(7).toString('hex')}` } = {},
): { body: Buffer; headers: Headers } {
  const json = {
    entity: 'event',
    account_id: 'acc_standin',
    event,
    contains: [subject.entity],
    payload: { [subject.entity]: { entity: subject } },
  };
  const body = Buffer.from(JSON.stringify(json));
  const signature = createHmac('sha256', secret).update(body).digest('hex');
  return { body, headers: new Headers({ 'x-razorpay-signature': signature, 'x-razorpay-event-id': eventId }) };
}

async function respond(standIn: RazorpayStandIn, req: IncomingMessage, res: ServerResponse): Promise<void> {
  const { keyId, keySecret } = standIn.keys;
  if (standIn.isSilent) return;
  const isAuthorized = req.headers.authorization === `Basic ${Buffer.from(`${keyId}:${keySecret}`).toString('base64')}`;
  if (standIn.isDown) return send(res, 503, failure('SERVER_ERROR'));
  if (!isAuthorized) return send(res, 401, failure('BAD_REQUEST_ERROR'));
  const paymentsPath = /^\/v1\/orders\/([^/]+)\/payments$/.exec(req.url ?? '');
  if (req.method === 'GET' && req.url?.startsWith('/v1/orders?')) {
    return send(res, 200, { entity: 'collection', count: standIn.orders.size, items: [...standIn.orders.values()] });
  }
  if (req.method === 'GET' && paymentsPath) {
    const items = standIn.payments.filter((payment) => payment.order_id === paymentsPath[1]);
    return send(res, 200, { entity: 'collection', count: items.length, items });
  }
  const refundsPath = /^\/v1\/payments\/([^/]+)\/refunds?(?:\?|$)/.exec(req.url ?? '');
  if (refundsPath) return handleRefunds(standIn, refundsPath[1] ?? '', req, res);
  if (req.method !== 'POST' || req.url !== '/v1/orders') return send(res, 404, failure('BAD_REQUEST_ERROR'));
  const body = (await bodyOf(req)) as Omit<StandInOrder, 'id' | 'entity' | 'status'>;
  if (!Number.isInteger(body.amount) || body.amount < 100) return send(res, 400, failure('BAD_REQUEST_ERROR'));
  const order = {
    ...body,
    id: `order_${randomBytes(7).toString('hex')}`,
    entity: 'order',
    status: 'created',
  } as const;
  standIn.orders.set(order.id, order);
  send(res, 200, { ...order, amount_paid: 0, amount_due: order.amount, attempts: 0 });
}

async function handleRefunds(
  standIn: RazorpayStandIn,
  paymentId: string,
  req: IncomingMessage,
  res: ServerResponse,
): Promise<void> {
  const existing = standIn.refunds.filter((refund) => refund.payment_id === paymentId);
  if (req.method === 'GET') {
    // Without a count, Razorpay returns ten refunds, as documented.
    const count = Number(new URL(req.url ?? '', standIn.url).searchParams.get('count') ?? 10);
    const items = existing.slice(0, count).map((refund) => ({ ...refund, ...standIn.listedRefund }));
    return send(res, 200, { entity: 'collection', count: items.length, items });
  }
  const key = String(req.headers['x-refund-idempotency'] ?? '');
  const body = (await bodyOf(req)) as { amount: number; notes?: Record<string, string> };
  const first = standIn.refundKeys.get(key);
  if (first && first.request === JSON.stringify(body)) return send(res, 200, first.refund);
  const isValid = /^[\w-]{10,}$/.test(key) && !first && body.amount >= 100;
  const payment = standIn.payments.find(({ id }) => id === paymentId);
  const refundedPaise = existing
    .filter(({ status }) => status !== 'failed')
    .reduce((sum, refund) => sum + refund.amount, 0);
  if (payment?.status !== 'captured' || refundedPaise + body.amount > payment.amount || !isValid) {
    return send(res, 400, failure('BAD_REQUEST_ERROR', 'The payment has been fully refunded already'));
  }
  const id = `rfnd_${randomBytes(7).toString('hex')}`;
  const details = { amount: body.amount, currency: 'INR', payment_id: paymentId, notes: body.notes ?? {} };
  const response = { id, entity: 'refund', status: 'processed', ...details } as const;
  const refund: StandInRefund = { ...response };
  standIn.refunds.push(refund);
  standIn.refundKeys.set(key, { request: JSON.stringify(body), refund });
  await standIn.beforeRefundResponse?.(refund);
  if (standIn.isResponseLost) req.socket.destroy();
  else send(res, 200, response);
}

async function bodyOf(req: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of req) chunks.push(chunk as Buffer);
  return JSON.parse(Buffer.concat(chunks).toString('utf8'));
}

function failure(code: string, description = 'Refused by the stand-in') {
  return { error: { code, description } };
}

function send(res: ServerResponse, status: number, body: unknown): void {
  res.writeHead(status, { 'content-type': 'application/json' });
  res.end(JSON.stringify(body));
}

function closeServer(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}
