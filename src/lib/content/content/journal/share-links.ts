/** Returns plain links, so that nothing is loaded from the social networks before a click. */
export function shareLinks(url: string, title: string): { network: string; href: string }[] {
  const encodedUrl = encodeURIComponent(url);
  const encodedTitle = encodeURIComponent(title);
  return [
    { network: 'WhatsApp', href: `https://wa.me/?text=${encodedTitle}%20${encodedUrl}` },
    { network: 'Facebook', href: `https://www.facebook.com/sharer/sharer.php?u=${encodedUrl}` },
    { network: 'X', href: `https://x.com/intent/post?url=${encodedUrl}&text=${encodedTitle}` },
  ];
}
