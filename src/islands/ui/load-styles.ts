const requests = new Map<string, Promise<void>>();

/** Loads the styles of a dialog when it opens; an import would add them to every page. Never rejects. */
export function loadStyles(href: string): Promise<void> {
  const loading = requests.get(href) ?? load(href);
  requests.set(href, loading);
  return loading;
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
