/** Shrinks the chosen pictures and sends them one by one. The code for this is loaded when the form is submitted. */
for (const form of document.querySelectorAll<HTMLFormElement>('[data-upload-pictures]')) {
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const button = form.querySelector('button');
    const status = form.querySelector('[data-upload-status]');
    const showStatus = (text: string) => {
      if (status) status.textContent = text;
    };
    if (button) button.disabled = true;
    try {
      const { uploadPictures } = await import('#islands/admin/upload-pictures.ts');
      await uploadPictures(form, showStatus);
    } catch (error) {
      showStatus(error instanceof Error ? error.message : String(error));
    } finally {
      if (button) button.disabled = false;
    }
  });
}
