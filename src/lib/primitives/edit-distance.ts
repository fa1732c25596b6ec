const TOO_FAR = Number.POSITIVE_INFINITY;

/**
 * Returns the number of edits from one text to the other: changing, inserting or deleting a character, or swapping it
 * with the next character (optimal string alignment). Returns Infinity if there are more than `max`. Both texts may
 * have up to 255 characters.
 */
export function editDistance(a: string, b: string, max: number): number {
  if (Math.abs(a.length - b.length) > max) return TOO_FAR;
  let [rowBeforeLast, lastRow] = [
    new Uint8Array(b.length + 1),
    Uint8Array.from({ length: b.length + 1 }, (_, index) => index),
  ];
  for (let i = 1; i <= a.length; i++) {
    const row = new Uint8Array(b.length + 1);
    row[0] = i;
    let rowMin = i;
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1];
      let cost = Math.min(lastRow[j]! + 1, row[j - 1]! + 1, lastRow[j - 1]! + (isSame ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        cost = Math.min(cost, rowBeforeLast[j - 2]! + 1);
      row[j] = cost;
      rowMin = Math.min(rowMin, cost);
    }
    if (rowMin > max) return TOO_FAR;
    [rowBeforeLast, lastRow] = [lastRow, row];
  }
  const distance = lastRow[b.length]!;
  return distance <= max ? distance : TOO_FAR;
}

const MAX_DISTANCE = 2;

/** Returns " Did you mean X?" to append to a message, or an empty string if no known name is similar. */
export function didYouMean(typedName: string, knownNames: readonly string[]): string {
  const closest = closestName(typedName, knownNames);
  return closest === undefined ? '' : ` Did you mean ${closest}?`;
}

/** Returns the known name that was probably meant, or undefined if none is similar. */
export function closestName<Name extends string>(typedName: string, knownNames: readonly Name[]): Name | undefined {
  const lowerCaseName = typedName.toLowerCase();
  return knownNames
    .map((name) => ({ name, distance: editDistance(lowerCaseName, name.toLowerCase(), MAX_DISTANCE) }))
    .filter(({ name, distance }) => distance < Math.min(MAX_DISTANCE + 1, name.length))
    .sort((a, b) => a.distance - b.distance)[0]?.name;
}
