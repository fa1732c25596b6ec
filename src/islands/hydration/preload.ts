const requestedFiles = new Set<string>();

/**
 * Wraps a dynamic import: preloads the files that the imported file needs, so that they are not requested one after the
 * other. While `codeRunDelay` is pending, files are fetched but not run (load-on-interaction.ts). The build calls this
 * function by this name in place of Vite's own (integrations/small-preload.ts).
 */
export function __vitePreload<Module>(load: () => Promise<Module>, files: string[] = []): Promise<Module> {
  for (const file of files) {
    if (requestedFiles.has(file)) continue;
    requestedFiles.add(file);
    const link = document.createElement('link');
    link.rel = 'modulepreload';
    link.href = `/${file}`;
    document.head.append(link);
  }
  return globalThis.codeRunDelay?.then(load) ?? load();
}
