export function openQuickView() {}
