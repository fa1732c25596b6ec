/** A way to resolve the problem in a remark about an import. The command line and the admin describe it differently. */
export type Remedy =
  | { by: 'brand'; vendor: string }
  | { by: 'tag categories' | 'columns' | 'stock' | 'removing' | 'picture folder' | 'tax code' };

export interface Remark {
  message: string;
  remedy?: Remedy | undefined;
}

/** Returns the text of the remark, followed by a sentence about its remedy if there is one. */
export function remarkText({ message, remedy }: Remark, wordsOf: (remedy: Remedy) => string): string {
  if (!remedy) return message;
  return `${/[.?!]$/.test(message) ? message : `${message}.`} ${wordsOf(remedy)}`;
}
