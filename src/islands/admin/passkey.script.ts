/** Enables the passkey buttons. The code that calls the authenticator is loaded on the first click. */
for (const panel of document.querySelectorAll<HTMLElement>('[data-passkey]')) {
  const button = panel.querySelector('button');
  const status = panel.querySelector('[role=status]');
  if (!button) continue;
  button.disabled = false;
  button.addEventListener('click', async () => {
    button.disabled = true;
    if (status) status.textContent = '';
    try {
      const { runPasskey } = await import('#islands/admin/run-passkey.ts');
      await runPasskey(panel.dataset);
      location.assign(panel.dataset.next ?? '/admin');
    } catch (error) {
      if (status) status.textContent = error instanceof Error ? error.message : String(error);
      button.disabled = false;
    }
  });
}
