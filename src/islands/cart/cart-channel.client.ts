/**
 * Notifies the shop's other tabs of changes to the cart. One object per tab, so that a tab never gets its own
 * messages.
 */
const channel = new BroadcastChannel('cart');

export function announceCartChange(): void {
  channel.postMessage('changed');
}

export function onCartChangedElsewhere(listener: () => void): void {
  channel.addEventListener('message', listener);
}
