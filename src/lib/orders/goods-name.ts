/** As lists and mails name what was bought: the variant only where there are several. */
export function goodsName({ name, variant }: { name: string; variant: string }): string {
  return variant ? `${name} (${variant})` : name;
}
