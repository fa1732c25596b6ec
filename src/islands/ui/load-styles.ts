const requests = new Map<string, Promise<void>>();

/** Styles of a dialog are loaded when it opens: imported, they would be on every page. */
export function loadStyles(href: string): Promise<void> {
  const loading = requests.get(href) ?? load(href);
  requests.set(href, loading);
  return loading;
}

function load(href: string): Promise<void> {
  const isThere = [...document.styleSheets].some((sheet) => sheet.href === new URL(href, location.href).href);
  if (isThere) return Promise.resolve();
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = href;
  return new Promise((done) => {
    link.onload = () => done();
    link.onerror = () => {
      requests.delete(href);
      done();
    };
    document.head.append(link);
  });
}
