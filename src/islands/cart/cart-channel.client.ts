/** Tells the other tabs of the shop that the cart was changed. One object a tab, so that a tab never hears itself. */
const channel = new BroadcastChannel('cart');

export function announceCartChange(): void {
  channel.postMessage('changed');
}

export function onCartChangedElsewhere(listener: () => void): void {
  channel.addEventListener('message', listener);
}
