/** Loaded when first needed, so that the shop starts without it. One thread a picture: whoever calls bounds how many there are. */
export async function loadSharp(): Promise<typeof import('sharp')['default']> {
  const { default: sharp } = await import('sharp');
  sharp.concurrency(1);
  sharp.cache(false);
  return sharp;
}
