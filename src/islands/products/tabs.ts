/** Marks the link to the tab that is shown, initially and after each change. */
export function startTabs(): void {
  for (const tabs of document.querySelectorAll<HTMLElement>('.product-tabs')) {
    const update = () => {
      for (const link of tabs.querySelectorAll<HTMLAnchorElement>('nav a')) {
        const panel = document.getElementById(link.hash.slice(1));
        if (panel && getComputedStyle(panel).display !== 'none') link.setAttribute('aria-current', 'true');
        else link.removeAttribute('aria-current');
      }
    };
    addEventListener('hashchange', update);
    update();
  }
}
