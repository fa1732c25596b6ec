/** A changed quantity is sent by itself; the button stays for those without a script. */
for (const form of document.querySelectorAll<HTMLFormElement>('[data-cart-quantity]')) {
  form.querySelector('button')?.classList.add('sr-only');
  form.addEventListener('change', () => {
    if (!form.reportValidity()) return;
    form.setAttribute('aria-busy', 'true');
    form.requestSubmit();
  });
}

export {};
