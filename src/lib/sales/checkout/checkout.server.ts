import type { z } from 'zod/mini';
import type { Customer } from '#lib/customers/auth/sessions/session.server.ts';
import { transaction } from '#lib/platform/db/transaction.server.ts';
import { ignoreShopError, ShopError } from '#lib/platform/errors/shop-error.ts';
import type { Shop } from '#lib/platform/shop.server.ts';
import { errorsByField } from '#lib/primitives/field-errors.ts';
import { addressSchema } from '#lib/sales/address/address.schema.ts';
import { completeAddress, createAddress, readAddresses } from '#lib/sales/address/address.server.ts';
import { type AddressInput, type AddressJson, clearOutdatedLocation } from '#lib/sales/address/address.ts';
import type { Cart } from '#lib/sales/cart/cart.ts';
import { type CartOwner, findCart } from '#lib/sales/cart/cart-owner.server.ts';
import { giftWrapOffer } from '#lib/sales/cart/delivery/delivery-terms.server.ts';
import { type GiftWrapOffer, giftNoteRefusal } from '#lib/sales/cart/offers/gift-wrap.ts';
import { readCart } from '#lib/sales/cart/read-cart.server.ts';
import { contactSchema, deliverySchema } from '#lib/sales/checkout/checkout.schema.ts';
import { CHECKOUT_MESSAGES, type CheckoutStep, type Draft, NEW_ADDRESS } from '#lib/sales/checkout/checkout.ts';
import { type ConfirmedLocation, readDraft, type StoredDraft, saveDraft } from '#lib/sales/checkout/draft.server.ts';
import { businessOf, businessSchema } from '#lib/sales/orders/record/business-buyer.schema.ts';
import { type BusinessBuyer, gstinRefusal, offersBusinessInvoices } from '#lib/sales/orders/record/business-buyer.ts';
import { shopSettings } from '#lib/shop/settings/shop-settings.server.ts';

type CheckoutShop = Pick<Shop, 'db' | 'now' | 'settings'>;

export interface Checkout {
  cart: Cart;
  draft: StoredDraft;
  /** The chosen gift wrap with its note. Undefined if gift wrap is not chosen, or if the shop no longer offers it. */
  giftWrap: ChosenGiftWrap | undefined;
  /** The customer's saved addresses. Empty for a guest. */
  addresses: AddressJson[];
  /** The chosen or entered address. Undefined if the address is not complete. */
  address?: AddressInput;
  /** The business to invoice, with its GSTIN. Undefined if the buyer has entered no valid business. */
  business?: BusinessBuyer;
  isDone(step: CheckoutStep): boolean;
}

type ChosenGiftWrap = GiftWrapOffer & { note: string };

function giftWrapOf({ db }: CheckoutShop, { gift_wrap, gift_note = '' }: Draft): ChosenGiftWrap | undefined {
  const offer = gift_wrap === 'yes' ? giftWrapOffer(db) : undefined;
  return offer && { ...offer, note: offer.noteCharacters === 0 ? '' : gift_note.trim() };
}

/**
 * Reads the cart and the state of its checkout. Fields that the buyer has not saved yet are filled in from the account.
 */
export async function readCheckout(
  shop: CheckoutShop,
  owner: CartOwner,
  customer: Customer | undefined,
): Promise<Checkout> {
  const cartWithoutGiftWrap = await readCart(shop, owner);
  const savedDraft =
    cartWithoutGiftWrap._id === undefined ? undefined : await readDraft(shop.db.write, cartWithoutGiftWrap._id);
  const addresses = customer ? await readAddresses(shop.db.write, customer.id) : [];
  const fields = { ...prefilledFields(customer, addresses), ...savedDraft?.fields };
  const giftWrap = giftWrapOf(shop, fields);
  const cart = giftWrap ? await readCart(shop, owner, giftWrap.pricePaise) : cartWithoutGiftWrap;
  const address = await addressOf(fields, addresses, savedDraft?.confirmedLocation);
  const businessResult = offersBusinessInvoices(shopSettings(shop.db)) ? businessSchema.safeParse(fields) : undefined;
  const doneByStep: Record<CheckoutStep, boolean> = {
    contact:
      (customer !== undefined || shop.settings.isGuestCheckoutOn) &&
      contactSchema.safeParse(fields).success &&
      isBusinessDone(businessResult, address),
    address: address !== undefined,
    delivery: deliverySchema.safeParse(fields).success,
    payment: false,
  };
  const draft = { fields, key: savedDraft?.key ?? '' };
  const business = businessResult?.success ? businessOf(businessResult.data) : undefined;
  return { cart, draft, giftWrap, addresses, address, business, isDone: (step) => doneByStep[step] };
}

type BusinessResult = z.core.util.SafeParseResult<z.infer<typeof businessSchema>>;

/**
 * Returns whether the business fields are valid and, if both are known, the GSTIN belongs to the state of the address.
 */
function isBusinessDone(result: BusinessResult | undefined, address: AddressInput | undefined): boolean {
  if (!result) return true;
  if (!result.success) return false;
  return !address || result.data.gstin === '' || gstinRefusal(result.data.gstin, address.state) === undefined;
}

function prefilledFields(customer: Customer | undefined, addresses: AddressJson[]): Draft {
  if (!customer) return {};
  const { email, mobile, name } = customer;
  return { email, mobile, name, phone: mobile, address: addresses[0]?._id ?? NEW_ADDRESS };
}

async function addressOf(fields: Draft, addresses: AddressJson[], confirmedLocation: ConfirmedLocation | undefined) {
  const savedAddress = addresses.find(({ _id }) => _id === fields.address);
  if (savedAddress) return completeAddress<AddressInput>(savedAddress).catch(ignoreShopError);
  const { data } = addressSchema.safeParse(addressFields(fields));
  const enteredAddress = data && clearOutdatedLocation(data as AddressInput, confirmedLocation);
  return enteredAddress?.city && enteredAddress.state
    ? completeAddress(enteredAddress).catch(ignoreShopError)
    : undefined;
}

function addressFields({ phone, ...fields }: Draft): Record<string, unknown> {
  return { ...fields, mobile: phone, isDefault: false };
}

/**
 * Saves the input, even if it is invalid, and then checks the step unless the input is a draft. Throws `conflict` if
 * there is no cart, `not_logged_in` if a guest may not buy, and `invalid` if a field of the step is invalid.
 */
export async function saveStep(
  shop: CheckoutShop,
  owner: CartOwner,
  customer: Customer | undefined,
  { step, isDraft, ...input }: { step: CheckoutStep; isDraft?: boolean } & Record<string, unknown>,
): Promise<void> {
  const cart = await findCart(shop.db.write, owner, shop.now());
  if (!cart) throw new ShopError('conflict', CHECKOUT_MESSAGES.emptyCart);
  // A draft that arrives after the form must not clear fields that the form has saved.
  const draftFields = isDraft ? Object.fromEntries(Object.entries(input).filter(([, value]) => value !== '')) : input;
  const draft = await transaction(shop.db, (tx) => saveDraft(tx, cart.id, draftFields, shop.now()));
  const { fields } = draft;
  if (isDraft) return;
  if (step === 'contact') return checkContact(shop, fields, customer);
  if (step === 'address') return confirmAddress(shop, cart.id, draft, customer);
  if (step === 'delivery') checkDelivery(shop, fields);
}

function checkDelivery(shop: CheckoutShop, fields: Draft): void {
  requireValid(deliverySchema.safeParse(fields));
  const giftWrap = giftWrapOf(shop, fields);
  const noteRefusal = giftWrap && giftNoteRefusal(giftWrap, giftWrap.note);
  if (noteRefusal) throw new ShopError('invalid', CHECKOUT_MESSAGES.checkFields, { gift_note: noteRefusal });
}

function checkContact({ db, settings }: CheckoutShop, fields: Draft, customer: Customer | undefined): void {
  if (!customer && !settings.isGuestCheckoutOn) throw new ShopError('not_logged_in', CHECKOUT_MESSAGES.loginFirst);
  requireValid(contactSchema.safeParse(fields));
  if (offersBusinessInvoices(shopSettings(db))) requireValid(businessSchema.safeParse(fields));
}

/**
 * Saves the location of the address, because the location determines the cart's zone, and adds a new address to the
 * customer's address book.
 */
async function confirmAddress(
  shop: CheckoutShop,
  cartId: string,
  { fields, confirmedLocation }: StoredDraft,
  customer: Customer | undefined,
): Promise<void> {
  const savedAddresses = customer ? await readAddresses(shop.db.write, customer.id) : [];
  const chosenAddress: AddressInput | undefined = savedAddresses.find(({ _id }) => _id === fields.address);
  const changedFields: Draft = {};
  const address = await completeAddress(chosenAddress ?? validAddress(fields, confirmedLocation));
  const { pincode, city, state } = address;
  if (!chosenAddress) {
    Object.assign(changedFields, { city, state });
    if (customer && savedAddresses.length < MAX_ADDRESSES_SAVED_AT_CHECKOUT) {
      changedFields.address = (await createAddress(shop, address, customer.id))._id;
    }
  }
  await transaction(shop.db, async (tx) => {
    await saveDraft(tx, cartId, changedFields, shop.now(), chosenAddress ? undefined : { pincode, city, state });
    await tx.updateTable('cart').set({ pincode, updated_at: shop.now() }).where('id', '=', cartId).execute();
  });
}

function validAddress(fields: Draft, confirmedLocation: ConfirmedLocation | undefined): AddressInput {
  const address = requireValid(addressSchema.safeParse(addressFields(fields)), { mobile: 'phone' });
  return clearOutdatedLocation(address as AddressInput, confirmedLocation);
}

/** With this many addresses, a new address is used but not saved: a full address book must not prevent an order. */
const MAX_ADDRESSES_SAVED_AT_CHECKOUT = 10;

function requireValid<T>(result: z.core.util.SafeParseResult<T>, formFieldNames: Record<string, string> = {}): T {
  if (result.success) return result.data;
  const errors = Object.entries(errorsByField(result.error.issues));
  const fields = Object.fromEntries(errors.map(([field, message]) => [formFieldNames[field] ?? field, message]));
  throw new ShopError('invalid', CHECKOUT_MESSAGES.checkFields, fields);
}
