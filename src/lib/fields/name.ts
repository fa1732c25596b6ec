export function typedName(text: string): string {
  return text.replace(/[^\p{L}\p{M}\p{Join_Control}\s]/gu, '').replace(/\s/g, ' ');
}
