/** Returns a link that opens WhatsApp with a text to an Indian mobile number of ten digits. */
export function whatsAppUrl(mobile: string, text: string): string {
  return `https://wa.me/91${mobile}?text=${encodeURIComponent(text)}`;
}
