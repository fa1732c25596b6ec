/**
 * Returns a copy of a body with one to six random changes. Each change overwrites, removes, duplicates or inserts
 * bytes, or cuts off the end.
 */
export function mutateBody(body: Buffer, random: () => number): Buffer {
  let bytes = Buffer.from(body);
  const times = 1 + Math.floor(random() * 6);
  for (let n = 0; n < times; n++) {
    const offset = Math.floor(random() * bytes.length);
    const length = 1 + Math.floor(random() * 60);
    const kind = Math.floor(random() * 6);
    if (kind === 0) bytes[offset] = Math.floor(random() * 256);
    else if (kind === 1) bytes = Buffer.concat([bytes.subarray(0, offset), bytes.subarray(offset + length)]);
    else if (kind === 2)
      bytes = Buffer.concat([
        bytes.subarray(0, offset),
        bytes.subarray(offset, offset + length),
        bytes.subarray(offset),
      ]);
    else if (kind === 3)
      bytes = Buffer.concat([bytes.subarray(0, offset), Buffer.from('\r\n--'), bytes.subarray(offset)]);
    else if (kind === 4)
      bytes = Buffer.concat([bytes.subarray(0, offset), Buffer.alloc(1 + (length % 4)), bytes.subarray(offset)]);
    else bytes = bytes.subarray(0, Math.max(10, offset));
  }
  return bytes;
}
