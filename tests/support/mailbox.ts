/** Returns the code in the newest email that the demo shop sent to an address, or an empty string if it has none. */
export async function readCode(origin: string, email: string): Promise<string> {
  const mails = await readMails(origin, email);
  return /^\d{4,8}$/m.exec(mails[0]?.text ?? '')?.[0] ?? '';
}

/** Returns the emails that the demo shop sent to an address, newest first. */
export async function readMails(origin: string, email: string): Promise<{ subject: string; text: string }[]> {
  const response = await fetch(`${origin}/demo/mailbox?to=${encodeURIComponent(email)}`, {
    headers: { accept: 'application/json' },
  });
  return ((await response.json()) as { data: { subject: string; text: string }[] }).data;
}
