/** `element('p', { role: 'status' }, 'One moment')`: for what opens without React. */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Record<string, string> = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

/** A button that is no form's. */
export function pushButton(attributes: Record<string, string>, words: string, onPush: () => void): HTMLButtonElement {
  const button = element('button', { type: 'button', ...attributes }, words);
  button.addEventListener('click', onPush);
  return button;
}
