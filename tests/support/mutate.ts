/**
 * Returns a copy with one to six random changes, each of which overwrites, removes, duplicates or inserts bytes, or
 * cuts off the end.
 */
export function mutate(body: Buffer, random: () => number): Buffer {
  let bytes = Buffer.from(body);
  const times = 1 + Math.floor(random() * 6);
  for (let n = 0; n < times; n++) {
    const at = Math.floor(random() * bytes.length);
    const length = 1 + Math.floor(random() * 60);
    const kind = Math.floor(random() * 6);
    if (kind === 0) bytes[at] = Math.floor(random() * 256);
    else if (kind === 1) bytes = Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + length)]);
    else if (kind === 2)
      bytes = Buffer.concat([bytes.subarray(0, at), bytes.subarray(at, at + length), bytes.subarray(at)]);
    else if (kind === 3) bytes = Buffer.concat([bytes.subarray(0, at), Buffer.from('\r\n--'), bytes.subarray(at)]);
    else if (kind === 4)
      bytes = Buffer.concat([bytes.subarray(0, at), Buffer.alloc(1 + (length % 4)), bytes.subarray(at)]);
    else bytes = bytes.subarray(0, Math.max(10, at));
  }
  return bytes;
}
