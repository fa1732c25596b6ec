export type JsonLd = Record<string, unknown>;

/** Returns the content of a script element, escaped so that no text can close the element. */
export function jsonLdText(nodes: JsonLd[]): string {
  const [firstNode, ...otherNodes] = nodes;
  const graph = otherNodes.length === 0 ? firstNode : { '@graph': nodes };
  return JSON.stringify({ '@context': 'https://schema.org', ...graph }).replaceAll('<', '\\u003c');
}

/** A step of the breadcrumbs. The last step has no path. */
export interface Crumb {
  name: string;
  path?: string;
}

export function breadcrumbJsonLd(siteUrl: string, steps: Crumb[]): JsonLd {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: steps.map(({ name, path }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      ...(path === undefined ? {} : { item: siteUrl + path }),
    })),
  };
}
