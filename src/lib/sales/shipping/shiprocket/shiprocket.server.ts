import { ShopError } from '#lib/platform/errors/shop-error.ts';
import type { Upstreams } from '#lib/platform/upstream/upstreams.server.ts';
import type {
  Booking,
  Consignment,
  Courier,
  Rate,
  RemoteParcel,
  UndeliveredAnswer,
} from '#lib/sales/shipping/courier/courier.ts';
import * as schema from '#lib/sales/shipping/shiprocket/shiprocket.schema.ts';
import {
  ShiprocketApi,
  type ShiprocketKeys,
  UNANSWERED,
} from '#lib/sales/shipping/shiprocket/shiprocket-api.server.ts';
import { shiprocketOrder } from '#lib/sales/shipping/shiprocket/shiprocket-order.ts';
import { readTrackingResponse, readWebhook } from '#lib/sales/shipping/shiprocket/shiprocket-reports.server.ts';

/** The status code of a cancelled order. Shipments have other codes. */
const CANCELLED_ORDER_CODE = 5;
const unknownPickupLocation = (name: string) =>
  `Shiprocket has no pickup address with the name ${name}: check SHIPROCKET_PICKUP_LOCATION.`;

/** Returns a courier that uses Shiprocket's published API (apidocs.shiprocket.in). */
export function shiprocketCourier(keys: ShiprocketKeys, upstreams: Upstreams, now: () => number): Courier {
  const api = new ShiprocketApi(keys, upstreams, now);
  return {
    name: 'shiprocket',
    title: 'Shiprocket',
    trackingUrl: (awb) => `https://shiprocket.co/tracking/${encodeURIComponent(awb)}`,
    rates: (consignment) => fetchRates(api, keys, consignment),
    find: (reference) => findOrders(api, reference),
    create: (consignment) => createOrder(api, keys, consignment),
    assign: (shipmentId, courierId) => assignCourier(api, shipmentId, courierId),
    label: (shipmentId) => fetchLabel(api, shipmentId),
    pickup: (shipmentId) => requestPickup(api, shipmentId),
    manifest: (parcel) => fetchManifest(api, parcel),
    cancel: (parcel) => cancelOrder(api, parcel),
    async track(awbs) {
      const call = { path: 'courier/track/awbs', body: { awbs }, schema: schema.TRACKING, isStatusQuery: true };
      return readTrackingResponse(await api.call(call), now());
    },
    answerUndelivered: (awb, answer) => answerUndelivered(api, awb, answer),
    readWebhook: (body, headers) => readWebhook(keys.webhookToken, body, headers, now()),
  };
}

/** Tests the keys and the pickup address. Returns the error message, or undefined if both are accepted. */
export async function checkShiprocketKeys(keys: ShiprocketKeys, upstreams: Upstreams): Promise<string | undefined> {
  try {
    await fetchPickupPincode(new ShiprocketApi(keys, upstreams, Date.now), keys);
    return undefined;
  } catch (error) {
    if (error instanceof ShopError) return error.message;
    throw error;
  }
}

async function fetchPickupPincode(api: ShiprocketApi, { pickupLocation }: ShiprocketKeys): Promise<string> {
  const { data } = await api.call({ path: 'settings/company/pickup', schema: schema.PICKUP_LOCATIONS });
  const address = data.shipping_address.find(({ pickup_location }) => pickup_location === pickupLocation);
  if (!address) throw new ShopError('conflict', unknownPickupLocation(pickupLocation));
  return address.pin_code;
}

async function fetchRates(
  api: ShiprocketApi,
  keys: ShiprocketKeys,
  { address, collectPaise, totalPaise, size }: Pick<Consignment, 'address' | 'collectPaise' | 'totalPaise' | 'size'>,
): Promise<Rate[]> {
  const query = new URLSearchParams({
    pickup_postcode: await fetchPickupPincode(api, keys),
    delivery_postcode: address.pincode,
    cod: collectPaise > 0 ? '1' : '0',
    weight: String(size.weightGrams / 1_000),
    length: String(size.lengthCm),
    breadth: String(size.breadthCm),
    height: String(size.heightCm),
    declared_value: String(Math.round((collectPaise || totalPaise) / 100)),
  });
  const path = `courier/serviceability/?${query}`;
  const { data } = await api.call({ route: 'GET courier/serviceability', path, schema: schema.RATES });
  const companies = data?.available_courier_companies ?? [];
  return companies
    .filter(({ cod }) => collectPaise === 0 || cod !== 0)
    .map(({ courier_company_id, courier_name, rate, rto_charges, etd }) => ({
      courierId: courier_company_id,
      courier: courier_name,
      freightPaise: Math.round(rate * 100),
      returnPaise: rto_charges === undefined ? null : Math.round(rto_charges * 100),
      estimate: etd ?? '',
      isRecommended: courier_company_id === data?.recommended_courier_company_id,
    }))
    .sort((a, b) => a.freightPaise - b.freightPaise);
}

async function findOrders(api: ShiprocketApi, reference: string): Promise<RemoteParcel[]> {
  const path = `orders?${new URLSearchParams({ search: reference, per_page: '50' })}`;
  const { data } = await api.call({ route: 'GET orders', path, schema: schema.ORDERS });
  return data
    .filter(({ channel_order_id }) => channel_order_id === reference)
    .flatMap(({ id, status, status_code, shipments }) =>
      shipments.slice(0, 1).map(({ id: shipmentId, awb, courier }) => ({
        ...{ orderId: id, shipmentId, isCancelled: isCancelled(status, status_code) },
        ...{ awb: awb || undefined, courierName: courier || undefined },
      })),
    );
}

async function createOrder(api: ShiprocketApi, keys: ShiprocketKeys, consignment: Consignment): Promise<RemoteParcel> {
  const body = shiprocketOrder(consignment, keys.pickupLocation);
  const createdOrder = await api.call({ path: 'orders/create/adhoc', body, schema: schema.CREATED_ORDER });
  return {
    orderId: createdOrder.order_id,
    shipmentId: createdOrder.shipment_id,
    isCancelled: isCancelled(createdOrder.status, createdOrder.status_code),
    awb: createdOrder.awb_code || undefined,
    courierName: createdOrder.courier_name || undefined,
  };
}

function isCancelled(status: string | undefined, code: number | undefined): boolean {
  return code === CANCELLED_ORDER_CODE || /^cancell?ed$/i.test(status ?? '');
}

async function assignCourier(api: ShiprocketApi, shipmentId: string, courierId: number): Promise<Booking> {
  const body = { shipment_id: Number(shipmentId), courier_id: courierId };
  const { response, message } = await api.call({ path: 'courier/assign/awb', body, schema: schema.ASSIGNED_COURIER });
  const { awb_code, courier_name, freight_charges, awb_assign_error } = response?.data ?? {};
  // Rejected requests, for example because the wallet is empty, have the status 200.
  if (!awb_code)
    throw new ShopError(
      'conflict',
      `Shiprocket rejected the request: ${awb_assign_error ?? message ?? 'no tracking number'}`,
    );
  const freightPaise = freight_charges === undefined ? undefined : Math.round(freight_charges * 100);
  return { awb: awb_code, courierName: courier_name ?? 'Shiprocket', freightPaise };
}

async function fetchLabel(api: ShiprocketApi, shipmentId: string): Promise<Uint8Array> {
  const body = { shipment_id: [Number(shipmentId)] };
  const { label_url, response } = await api.call({ path: 'courier/generate/label', body, schema: schema.LABEL });
  if (!label_url) throw new ShopError('conflict', `Shiprocket created no label: ${response ?? 'no reason given'}`);
  const bytes = await api.download('GET label', label_url);
  if (Buffer.from(bytes.subarray(0, 5)).toString('latin1') !== '%PDF-') throw new ShopError('busy', UNANSWERED);
  return bytes;
}

async function requestPickup(api: ShiprocketApi, shipmentId: string): Promise<string> {
  const body = { shipment_id: [Number(shipmentId)] };
  const call = api.call({ path: 'courier/generate/pickup', body, schema: schema.PICKUP });
  const { response } = (await call.catch(ignoreRepetition)) ?? {};
  return response?.pickup_scheduled_date ?? response?.data ?? 'requested';
}

async function fetchManifest(
  api: ShiprocketApi,
  { orderId, shipmentId }: Pick<RemoteParcel, 'orderId' | 'shipmentId'>,
): Promise<string> {
  const newManifestBody = { shipment_id: [Number(shipmentId)] };
  const call = api.call({ path: 'manifests/generate', body: newManifestBody, schema: schema.MANIFEST });
  const newManifest = await call.catch(ignoreRepetition);
  if (newManifest?.manifest_url) return newManifest.manifest_url;
  const body = { order_ids: [Number(orderId)] };
  const { manifest_url } = await api.call({ path: 'manifests/print', body, schema: schema.MANIFEST });
  if (!manifest_url) throw new ShopError('conflict', 'Shiprocket created no manifest: has the pickup been requested?');
  return manifest_url;
}

async function cancelOrder(api: ShiprocketApi, { orderId }: Pick<RemoteParcel, 'orderId'>): Promise<void> {
  const body = { ids: [Number(orderId)] };
  await api.call({ path: 'orders/cancel', body, schema: schema.REFUSAL }).catch(ignoreRepetition);
}

/** Returns undefined if Shiprocket has already done what was requested, and throws any other error. */
function ignoreRepetition(error: unknown): undefined {
  if (!(error instanceof ShopError && /already/i.test(error.message))) throw error;
  return undefined;
}

/** The names of the actions in Shiprocket's "Action NDR" (non-delivery report). */
const NDR_ACTIONS = { again: 're-attempt', address: 're-attempt', give_up: 'return' } as const;

async function answerUndelivered(
  api: ShiprocketApi,
  awb: string,
  { action, note, phone, address }: UndeliveredAnswer,
): Promise<void> {
  await api.call({
    route: 'POST ndr/:awb/action',
    path: `ndr/${encodeURIComponent(awb)}/action`,
    schema: schema.REFUSAL,
    body: {
      ...{ action: NDR_ACTIONS[action], comments: note },
      ...(phone ? { phone } : {}),
      ...(address ? { address1: address } : {}),
    },
  });
}
