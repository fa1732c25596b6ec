type Open = (control: HTMLElement) => unknown;

/** What opens over any page, by its control. The list is loaded at the first touch of one: on every page it would only cost. */
export async function openerOf({ dataset }: HTMLElement): Promise<Open> {
  if ('opensSearch' in dataset) return (await import('#islands/search/open-search.tsx')).openSearch;
  if ('profile' in dataset) return (await import('#islands/identity/open-profile.tsx')).openProfile;
  if ('openLogin' in dataset) return (await import('#islands/identity/open-login.tsx')).openLoginOf;
  if ('subscribe' in dataset) return (await import('#islands/newsletter/open-newsletter.tsx')).openNewsletter;
  return (await import('#islands/catalog/open-quick-view.tsx')).openQuickView;
}
