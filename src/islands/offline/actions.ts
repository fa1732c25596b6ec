import type { ReviewInput } from '#lib/customers/reviews/reviews.ts';

/**
 * A change that is queued if it can't be sent. `name` is the product's name, for the list of queued actions; `line` is
 * the id of a cart line, except in `add`, where it describes a new line.
 */
export type Action = { name: string } & (
  | { kind: 'wish'; product: string; isWanted: boolean }
  | { kind: 'add'; line: NewLine }
  | { kind: 'quantity'; line: string; quantity: number; seenPrice: number }
  | { kind: 'remove'; line: string }
  | { kind: 'review'; fields: { product: ReviewInput['product'] } & Record<string, unknown> }
);

/** The input of `POST /public/cart/create`: a variant, or the values of the options as `choice0` and so on. */
export interface NewLine extends Partial<Record<'variant' | 'choice0' | 'choice1' | 'choice2' | 'seen_price', string>> {
  product: string;
  quantity: number;
}

interface ActionRequest {
  method: 'POST' | 'PATCH' | 'DELETE';
  path: string;
  body?: object;
}

export function requestOf(action: Action): ActionRequest {
  switch (action.kind) {
    case 'wish':
      return {
        method: 'POST',
        path: '/public/wishlist/create',
        body: { product: action.product, wanted: action.isWanted },
      };
    case 'add':
      return { method: 'POST', path: '/public/cart/create', body: action.line };
    case 'quantity': {
      const { line, quantity, seenPrice } = action;
      const path = `/public/cart/update/${encodeURIComponent(line)}`;
      return { method: 'PATCH', path, body: { quantity, seen_price: seenPrice } };
    }
    case 'remove':
      return { method: 'DELETE', path: `/public/cart/delete/${encodeURIComponent(action.line)}` };
    case 'review':
      return { method: 'POST', path: '/public/reviews/create', body: action.fields };
  }
}
