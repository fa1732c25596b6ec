/** What may be typed into a name: letters of any script, with their marks, and spaces. */
export function typedName(text: string): string {
  return text.replace(/[^\p{L}\p{M}\p{Join_Control}\s]/gu, '').replace(/\s/g, ' ');
}
