/** Removes values that contain another chosen value: "Kurtas" narrows "Women" (product.md, "Listing"). */
export function innermost<Key>(chosen: Key[], parentOf: (key: Key) => Key | undefined): Key[] {
  if (chosen.length < 2) return chosen;
  const outer = new Set<Key>();
  for (const key of chosen) {
    for (let above = parentOf(key); above !== undefined && !outer.has(above); above = parentOf(above)) outer.add(above);
  }
  return chosen.filter((key) => !outer.has(key));
}
