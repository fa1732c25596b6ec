/**
 * Notifies the shop's other tabs of changes to the cart. Each tab has a single channel object, so a tab never receives
 * its own messages.
 */
const channel = new BroadcastChannel('cart');

export function announceCartChange(): void {
  channel.postMessage('changed');
}

export function onCartChangedElsewhere(listener: () => void): void {
  channel.addEventListener('message', listener);
}
