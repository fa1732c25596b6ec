export function openSearch() {}
