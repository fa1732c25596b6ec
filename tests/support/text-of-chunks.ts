/** Joins the chunks of a download. */
export async function textOfChunks(chunks: AsyncIterable<string>): Promise<string> {
  let text = '';
  for await (const chunk of chunks) text += chunk;
  return text;
}
