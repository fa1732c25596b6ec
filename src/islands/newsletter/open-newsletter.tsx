import identityStyles from '#islands/auth/identity.css?url';
import { NewsletterCode } from '#islands/newsletter/NewsletterCode.tsx';
import { requestCode } from '#islands/newsletter/newsletter.client.ts';
import { loadStyles } from '#islands/ui/load-styles.ts';
import { mountDialog } from '#islands/ui/mount-dialog.ts';
import { toast } from '#islands/ui/toast.ts';
import { NEWSLETTER_MESSAGES as MESSAGES } from '#lib/customers/newsletter/newsletter.ts';
import { isEmail } from '#lib/primitives/email.ts';

const ERROR_ID = 'newsletter-error';

export async function openNewsletter(button: HTMLElement): Promise<void> {
  const field = button.closest('form')?.querySelector('input');
  if (!field) return;
  await loadStyles(identityStyles);
  const email = field.value.trim();
  const error = emailError(email);
  showError(field, error);
  if (error) return field.focus();
  const response = await requestCode(email);
  if ('failure' in response) return toast(response.failure, 'failed');
  toast(MESSAGES.sent);
  mountDialog((close) => (
    <NewsletterCode
      email={email}
      initialChallenge={response.challenge}
      onClose={close}
      onDone={() => {
        close();
        field.value = '';
      }}
    />
  ));
}

function emailError(email: string): string | undefined {
  if (!email) return MESSAGES.emailRequired;
  return isEmail(email) ? undefined : MESSAGES.emailInvalid;
}

function showError(field: HTMLInputElement, error: string | undefined): void {
  document.getElementById(ERROR_ID)?.remove();
  field.removeAttribute('aria-invalid');
  field.removeAttribute('aria-describedby');
  if (!error) return;
  const line = document.createElement('p');
  line.id = ERROR_ID;
  line.className = 'id-error';
  line.setAttribute('role', 'alert');
  line.textContent = error;
  field.form?.after(line);
  field.setAttribute('aria-invalid', 'true');
  field.setAttribute('aria-describedby', ERROR_ID);
  field.addEventListener('input', () => showError(field, undefined), { once: true });
}
