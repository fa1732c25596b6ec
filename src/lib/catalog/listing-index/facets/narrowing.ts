/**
 * Returns the keys that are not ancestors of other keys: for "Women" and its subcategory "Kurtas", only "Kurtas"
 * (product.md, "Listing").
 */
export function withoutAncestors<Key>(keys: Key[], parentOf: (key: Key) => Key | undefined): Key[] {
  if (keys.length < 2) return keys;
  const ancestors = new Set<Key>();
  for (const key of keys) {
    for (
      let ancestor = parentOf(key);
      ancestor !== undefined && !ancestors.has(ancestor);
      ancestor = parentOf(ancestor)
    )
      ancestors.add(ancestor);
  }
  return keys.filter((key) => !ancestors.has(key));
}
