import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { PDFDocument } from 'pdf-lib';

export interface StubOrder {
  id: number;
  channel_order_id: string;
  status: 'NEW' | 'CANCELED';
  shipment: number;
  awb: string;
  courier: string;
  isPickupRequested: boolean;
  isManifested: boolean;
  body: Record<string, unknown>;
}

interface StubCall {
  method: string;
  path: string;
  body: Record<string, unknown>;
}

const COURIERS = [
  { courier_company_id: 43, courier_name: 'Delhivery Surface', rate: 54, rto_charges: 54, etd: 'Dec 02, 2026', cod: 1 },
  { courier_company_id: 10, courier_name: 'Blue Dart', rate: 123.9, rto_charges: 110, etd: 'Nov 30, 2026', cod: 1 },
  { courier_company_id: 77, courier_name: 'Prepaid Only', rate: 40, rto_charges: 0, etd: 'Dec 05, 2026', cod: 0 },
];
const NEW = 1;
const CANCELED = 5;

const STUB_KEYS = {
  email: 'api-user@kora.example',
  password: 'api-password',
  pickupLocation: 'Warehouse',
  webhookToken: 'webhook-token',
};

/** A server on this machine with the part of Shiprocket's public API that the shop uses, including its known faults. */
export class ShiprocketStub {
  readonly keys = { ...STUB_KEYS, apiUrl: '' };
  readonly orders: StubOrder[] = [];
  readonly calls: StubCall[] = [];
  /** The response to an order with a repeated reference: the first order, or a second order, which is created. */
  duplicateResponse: 'first' | 'second' = 'first';
  /** Whether every call gets a 500. */
  isDown = false;
  /** Whether calls get no response. */
  isSilent = false;
  /** Paths whose next response is lost, although the call takes effect. */
  readonly lostResponses = new Set<string>();
  /** The number of upcoming searches that will find no orders. */
  blindSearches = 0;
  /** The reason why the next AWBs are refused, in a response with the status 200. */
  assignError: string | undefined;
  /** An AWB to assign instead of an unused AWB. */
  repeatedAwb: string | undefined;
  /** Whether couriers serve the pincodes. */
  isServiceable = true;
  /** Called after a call has taken effect and before its response. */
  beforeResponse: ((path: string) => Promise<void>) | undefined;
  /** The tracking reports, by AWB. */
  readonly trackingReports = new Map<string, { code: number; date: string; activity: string }>();
  /** The instructions for undelivered parcels (NDR actions). */
  readonly ndrActions: { awb: string; body: Record<string, unknown> }[] = [];
  logins = 0;
  /** The tokens of all logins, because each process logs in, and earlier tokens remain valid. */
  readonly #tokens = new Set<string>();
  #nextId = 1_000;
  readonly #server: Server;

  private constructor() {
    this.#server = createServer((req, res) => {
      // The client may have disconnected.
      void this.#respond(req, res).catch(() => res.destroy());
    });
  }

  /** Starts a stub. Two stubs for one shop need different values of `firstNumber`, so that no numbers are repeated. */
  static async start(port = 0, firstNumber = 1_000): Promise<ShiprocketStub> {
    const stub = new ShiprocketStub();
    stub.#nextId = firstNumber;
    await new Promise<void>((resolve) => stub.#server.listen(port, '127.0.0.1', resolve));
    const address = stub.#server.address();
    stub.keys.apiUrl = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
    return stub;
  }

  close(): Promise<void> {
    this.#server.closeAllConnections();
    return new Promise((resolve) => this.#server.close(() => resolve()));
  }

  /** The settings for a shop that uses the stub. */
  get env(): Record<string, string> {
    return {
      SHIPROCKET_EMAIL: this.keys.email,
      SHIPROCKET_PASSWORD: this.keys.password,
      SHIPROCKET_PICKUP_LOCATION: this.keys.pickupLocation,
      SHIPROCKET_WEBHOOK_TOKEN: this.keys.webhookToken,
      SHIPROCKET_API_URL: this.keys.apiUrl,
    };
  }

  /** The orders that are not cancelled. Each order is one parcel. */
  get parcels(): StubOrder[] {
    return this.orders.filter(({ status }) => status === 'NEW');
  }

  callsTo(path: string): StubCall[] {
    return this.calls.filter((call) => call.path.startsWith(path));
  }

  expireTokens(): void {
    this.#tokens.clear();
  }

  /** Returns a webhook as Shiprocket sends it. */
  webhook(
    order: Pick<StubOrder, 'awb' | 'channel_order_id' | 'id'>,
    code: number,
    time: string,
    { token = this.keys.webhookToken, activity = 'Scanned' } = {},
  ): { body: Buffer; headers: Headers } {
    const json = {
      awb: order.awb,
      courier_name: 'Delhivery Surface',
      current_status: 'IN TRANSIT',
      current_status_id: 20,
      shipment_status: 'IN TRANSIT',
      shipment_status_id: code,
      current_timestamp: time,
      order_id: order.channel_order_id,
      sr_order_id: order.id,
      scans: [{ date: '2026-11-21 12:00:00', status: 'X', activity, location: 'Pune', 'sr-status': code }],
      is_return: 0,
      channel_id: 3_422_553,
    };
    return { body: Buffer.from(JSON.stringify(json)), headers: new Headers({ 'x-api-key': token }) };
  }

  async #respond(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const body = await bodyOf(req);
    const path = (req.url ?? '').replace('/v1/external/', '');
    this.calls.push({ method: req.method ?? '', path, body });
    if (this.isSilent) return;
    if (this.isDown) return send(res, 500, { message: 'Server Error', status_code: 500 });
    if (path.startsWith('/label/')) return this.#sendLabel(path, res);
    if (path === 'auth/login') return this.#login(body, res);
    if (!this.#tokens.has(req.headers.authorization?.replace('Bearer ', '') ?? ''))
      return send(res, 401, { message: 'Unauthenticated.', status_code: 401 });
    const [status, json] = this.#handle(path, body);
    await this.beforeResponse?.(path);
    if (this.lostResponses.delete(path.split('?')[0] ?? '')) return void res.destroy();
    send(res, status, json);
  }

  #login({ email, password }: Record<string, unknown>, res: ServerResponse): void {
    this.logins += 1;
    if (email !== this.keys.email || password !== this.keys.password) {
      send(res, 400, { message: 'Invalid email and password combination', status_code: 400 });
      return;
    }
    const token = `token ${this.logins}`;
    this.#tokens.add(token);
    send(res, 200, { id: 1, email, token, created_at: '2026-11-21 12:00:00' });
  }

  async #sendLabel(path: string, res: ServerResponse): Promise<void> {
    const pdf = await PDFDocument.create();
    pdf.addPage([288, 432]).drawText(path.slice('/label/'.length), { x: 20, y: 200, size: 12 });
    res.writeHead(200, { 'content-type': 'application/pdf' }).end(Buffer.from(await pdf.save()));
  }

  #handle(path: string, body: Record<string, unknown>): [status: number, json: unknown] {
    const { pathname, searchParams } = new URL(path, 'http://stub');
    const ndr = /^\/ndr\/(?<awb>[^/]+)\/action$/.exec(pathname)?.groups?.awb;
    if (ndr) {
      this.ndrActions.push({ awb: ndr, body });
      return [202, { status: 'Data Updated Sucessfully' }];
    }
    switch (pathname) {
      case '/settings/company/pickup':
        return [200, { data: { shipping_address: [{ pickup_location: 'Warehouse', pin_code: '500003' }] } }];
      case '/courier/serviceability/':
        return [200, this.#rates()];
      case '/orders':
        return [200, { data: this.#search(searchParams.get('search') ?? '') }];
      case '/orders/create/adhoc':
        return this.#create(body);
      case '/orders/cancel':
        return this.#cancel(body);
      case '/courier/assign/awb':
        return this.#assign(body);
      case '/courier/generate/label':
        return this.#label(body);
      case '/courier/generate/pickup':
        return this.#pickup(body);
      case '/manifests/generate':
        return this.#manifest(body);
      case '/manifests/print':
        return [200, { manifest_url: 'https://files.example/manifest.pdf' }];
      case '/courier/track/awbs':
        return [200, this.#track(body)];
      default:
        return [404, { message: '404 Not Found', status_code: 404 }];
    }
  }

  #rates(): unknown {
    if (!this.isServiceable) return { status: 404, message: 'No courier serviceable for given pincodes' };
    return { status: 200, data: { available_courier_companies: COURIERS, recommended_courier_company_id: 10 } };
  }

  #search(text: string): unknown[] {
    const isBlind = this.blindSearches > 0;
    if (isBlind) this.blindSearches -= 1;
    return this.orders
      .filter(({ channel_order_id }) => !isBlind && channel_order_id.includes(text))
      .map(({ id, channel_order_id, status, shipment, awb, courier }) => ({
        ...{ id, channel_order_id, status, status_code: status === 'NEW' ? NEW : CANCELED },
        shipments: [{ id: shipment, awb, courier }],
      }));
  }

  #create(body: Record<string, unknown>): [number, unknown] {
    const channel_order_id = String(body.order_id);
    const missingFields = ['order_date', 'pickup_location', 'billing_customer_name', 'billing_phone', 'weight'].filter(
      (name) => body[name] === undefined || body[name] === '',
    );
    if (missingFields.length > 0)
      return [
        422,
        { message: 'Oops! Invalid Data.', errors: { [missingFields[0] ?? '']: ['is required.'] }, status_code: 422 },
      ];
    const existing = this.orders.find((order) => order.channel_order_id === channel_order_id);
    if (existing && (this.duplicateResponse === 'first' || existing.status === 'CANCELED'))
      return [200, created(existing)];
    this.#nextId += 1;
    const order: StubOrder = {
      ...{ id: this.#nextId, channel_order_id, status: 'NEW', shipment: this.#nextId + 50_000, awb: '', courier: '' },
      ...{ isPickupRequested: false, isManifested: false, body },
    };
    this.orders.push(order);
    return [200, created(order)];
  }

  #cancel({ ids }: Record<string, unknown>): [number, unknown] {
    const order = this.orders.find(({ id }) => id === (ids as number[])[0]);
    if (!order) return [404, { message: 'Order not found', status_code: 404 }];
    if (order.status === 'CANCELED') return [400, { message: 'Order is already cancelled', status_code: 400 }];
    order.status = 'CANCELED';
    return [200, { message: 'Order cancelled successfully.', status_code: 200 }];
  }

  #byShipment(id: unknown): StubOrder | undefined {
    return this.orders.find(({ shipment }) => shipment === Number([id].flat()[0]));
  }

  #assign({ shipment_id, courier_id }: Record<string, unknown>): [number, unknown] {
    const order = this.#byShipment(shipment_id);
    if (!order) return [422, { message: 'Required field missing', status_code: 422 }];
    if (this.assignError)
      return [200, { awb_assign_status: 0, response: { data: { awb_assign_error: this.assignError } } }];
    if (order.awb) return [400, { message: 'Oops! Cannot reassign courier for this shipment.', status_code: 400 }];
    order.awb = this.repeatedAwb ?? `AWB${order.id}`;
    order.courier =
      COURIERS.find(({ courier_company_id }) => courier_company_id === courier_id)?.courier_name ?? 'Other';
    const data = { awb_code: order.awb, courier_name: order.courier, order_id: order.id, shipment_id: order.shipment };
    return [200, { awb_assign_status: 1, response: { data } }];
  }

  #label({ shipment_id }: Record<string, unknown>): [number, unknown] {
    const order = this.#byShipment(shipment_id);
    if (!order?.awb) return [200, { label_created: 0, response: 'No valid shipment ids to print label' }];
    return [200, { label_created: 1, label_url: `${this.keys.apiUrl}/label/${order.awb}`, not_created: [] }];
  }

  #pickup({ shipment_id }: Record<string, unknown>): [number, unknown] {
    const order = this.#byShipment(shipment_id);
    if (!order?.awb) return [400, { message: 'Invalid shipment id', status_code: 400 }];
    if (order.isPickupRequested) return [400, { message: 'Already in Pickup Queue.', status_code: 400 }];
    order.isPickupRequested = true;
    return [200, { pickup_status: 1, response: { pickup_scheduled_date: '2026-11-23 14:00:00' } }];
  }

  #manifest({ shipment_id }: Record<string, unknown>): [number, unknown] {
    const order = this.#byShipment(shipment_id);
    if (!order?.isPickupRequested) return [200, { status: 1, manifest_url: '' }];
    if (order.isManifested)
      return [400, { message: 'Manifest already generated for some shipment_ids', status_code: 400 }];
    order.isManifested = true;
    return [200, { status: 1, manifest_url: 'https://files.example/manifest.pdf' }];
  }

  #track({ awbs }: Record<string, unknown>): unknown {
    const reports = (awbs as string[]).flatMap((awb) => {
      const report = this.trackingReports.get(awb);
      return report ? [[awb, report] as const] : [];
    });
    return Object.fromEntries(
      reports.map(([awb, { code, date, activity }]) => [
        awb,
        {
          tracking_data: {
            ...{
              track_status: 1,
              shipment_status: code,
              shipment_track: [{ awb_code: awb, current_status: activity }],
            },
            shipment_track_activities: [{ date, activity, location: 'Pune' }],
          },
        },
      ]),
    );
  }
}

function created({ id, shipment, status }: StubOrder): unknown {
  const status_code = status === 'NEW' ? NEW : CANCELED;
  return { order_id: id, shipment_id: shipment, status, status_code, awb_code: null, courier_name: null };
}

async function bodyOf(req: IncomingMessage): Promise<Record<string, unknown>> {
  let text = '';
  for await (const chunk of req) text += String(chunk);
  return text === '' ? {} : JSON.parse(text);
}

function send(res: ServerResponse, status: number, json: unknown): void {
  res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(json));
}
