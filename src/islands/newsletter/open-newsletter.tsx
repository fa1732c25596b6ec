import { createRoot } from 'react-dom/client';
import { CodeDialog } from '#islands/auth/CodeDialog.tsx';
import identityStyles from '#islands/auth/identity.css?url';
import { askForCode, confirmCode, type MailedCode } from '#islands/newsletter/newsletter.client.ts';
import { loadStyles } from '#islands/ui/load-styles.ts';
import { toast } from '#islands/ui/toast.ts';
import { isEmail } from '#lib/fields/email.ts';
import { NEWSLETTER_MESSAGES as MESSAGES } from '#lib/newsletter/newsletter.ts';

const ERROR_ID = 'newsletter-error';

/** What the block's button does where a script runs (specification, section 4, "Newsletter"). */
export async function openNewsletter(button: HTMLElement): Promise<void> {
  const field = button.closest('form')?.querySelector('input');
  if (!field) return;
  await loadStyles(identityStyles);
  const email = field.value.trim();
  const wrong = emailError(email);
  showError(field, wrong);
  if (wrong) return field.focus();
  const answer = await askForCode(email);
  if ('failure' in answer) return toast(answer.failure, 'failed');
  toast(MESSAGES.sent);
  openCode(field, email, answer.mailed);
}

function emailError(email: string): string | undefined {
  if (!email) return MESSAGES.emailRequired;
  return isEmail(email) ? undefined : MESSAGES.emailBad;
}

/** Under the field, until one types. */
function showError(field: HTMLInputElement, wrong: string | undefined): void {
  document.getElementById(ERROR_ID)?.remove();
  field.removeAttribute('aria-invalid');
  field.removeAttribute('aria-describedby');
  if (!wrong) return;
  const line = document.createElement('p');
  line.id = ERROR_ID;
  line.className = 'id-error';
  line.setAttribute('role', 'alert');
  line.textContent = wrong;
  field.form?.after(line);
  field.setAttribute('aria-invalid', 'true');
  field.setAttribute('aria-describedby', ERROR_ID);
  field.addEventListener('input', () => showError(field, undefined), { once: true });
}

function openCode(field: HTMLInputElement, email: string, first: MailedCode): void {
  let { otp } = first;
  const place = document.createElement('div');
  document.body.append(place);
  const root = createRoot(place);

  function close(): void {
    root.unmount();
    place.remove();
  }

  async function submit(code: string): Promise<string | undefined> {
    const wrong = await confirmCode(email, otp, code);
    if (wrong) return wrong;
    close();
    field.value = '';
    toast(MESSAGES.done);
    return undefined;
  }

  async function resend(): Promise<string | undefined> {
    const answer = await askForCode(email);
    if ('failure' in answer) return answer.failure;
    otp = answer.mailed.otp;
    show(answer.mailed.digits);
    toast(MESSAGES.sent);
    return undefined;
  }

  function show(digits: number): void {
    root.render(
      <CodeDialog
        key={digits}
        heading="Confirm your email"
        email={email}
        digits={digits}
        onSubmit={submit}
        onResend={resend}
        onClose={close}
      />,
    );
  }
  show(first.digits);
}
