/** Returns plain links, so that nothing is loaded from the social networks before a click. */
export function shareLinks(address: string, title: string): { network: string; href: string }[] {
  const url = encodeURIComponent(address);
  const text = encodeURIComponent(title);
  return [
    { network: 'WhatsApp', href: `https://wa.me/?text=${text}%20${url}` },
    { network: 'Facebook', href: `https://www.facebook.com/sharer/sharer.php?u=${url}` },
    { network: 'X', href: `https://x.com/intent/post?url=${url}&text=${text}` },
  ];
}
