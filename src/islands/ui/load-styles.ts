const requests = new Map<string, Promise<void>>();

/**
 * Loads a stylesheet, unless the page already has it. Dialogs call this function when they open, because an import
 * would add their styles to every page. Never rejects.
 */
export function loadStyles(href: string): Promise<void> {
  const request = requests.get(href) ?? load(href);
  requests.set(href, request);
  return request;
}

function load(href: string): Promise<void> {
  const isLoaded = [...document.styleSheets].some((sheet) => sheet.href === new URL(href, location.href).href);
  if (isLoaded) return Promise.resolve();
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = href;
  return new Promise((resolve) => {
    link.onload = () => resolve();
    link.onerror = () => {
      requests.delete(href);
      resolve();
    };
    document.head.append(link);
  });
}
