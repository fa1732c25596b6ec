import { type Finding, ok, problem } from '#lib/operations/setup/finding.ts';
import type { SetupContext } from '#lib/operations/setup/save-answer.server.ts';
import { namedSender } from '#lib/platform/mail/letterhead.ts';
import { sendTestEmail } from '#lib/platform/mail/test-email.server.ts';
import { ownerSettings } from '#lib/platform/settings/load-settings.server.ts';
import { Upstreams } from '#lib/platform/upstream/upstreams.server.ts';
import { checkRazorpayKeys } from '#lib/sales/payments/razorpay.server.ts';
import { checkShiprocketKeys } from '#lib/sales/shipping/shiprocket/shiprocket.server.ts';
import { shopSettings } from '#lib/shop/settings/shop-settings.server.ts';

/** Sends a test email with the saved settings. */
export async function testMail({ env, db }: SetupContext, to: string): Promise<Finding> {
  const { SMTP_URL: smtpUrl = '', MAIL_FROM = '', SITE_URL: siteUrl = 'http://localhost' } = ownerSettings(env);
  const { name: shopName } = shopSettings(db);
  const from = MAIL_FROM.includes('<') ? MAIL_FROM : namedSender(shopName, MAIL_FROM);
  const refusal = await sendTestEmail({ smtpUrl, from, to, shopName, siteUrl });
  if (refusal) return problem(refusal);
  return ok(
    `The server accepted the test email for ${to}. Check that it arrived, and that it is not in the spam folder.`,
  );
}

/** Tests the saved Razorpay keys. Returns undefined if the keys are incomplete. */
export async function testRazorpay({ env }: SetupContext): Promise<Finding | undefined> {
  const {
    RAZORPAY_KEY_ID: keyId,
    RAZORPAY_KEY_SECRET: keySecret,
    RAZORPAY_WEBHOOK_SECRET: webhookSecret,
    RAZORPAY_API_URL,
  } = ownerSettings(env);
  if (!keyId || !keySecret || !webhookSecret) return undefined;
  const apiUrl = RAZORPAY_API_URL ?? 'https://api.razorpay.com';
  const refusal = await checkRazorpayKeys({ keyId, keySecret, webhookSecret, apiUrl }, new Upstreams());
  if (refusal) return problem(refusal);
  const isTest = keyId.startsWith('rzp_test_');
  return ok(
    `Razorpay accepts the keys.${isTest ? ' They are test keys: no real payments are made until you enter live keys.' : ''}`,
  );
}

/** Tests the saved Shiprocket settings. Returns undefined if the settings are incomplete. */
export async function testShiprocket({ env }: SetupContext): Promise<Finding | undefined> {
  const settings = ownerSettings(env);
  const {
    SHIPROCKET_EMAIL: email,
    SHIPROCKET_PASSWORD: password,
    SHIPROCKET_PICKUP_LOCATION: pickupLocation,
    SHIPROCKET_WEBHOOK_TOKEN: webhookToken,
  } = settings;
  if (!email || !password || !pickupLocation || !webhookToken) return undefined;
  const apiUrl = settings.SHIPROCKET_API_URL ?? 'https://apiv2.shiprocket.in';
  const refusal = await checkShiprocketKeys({ email, password, pickupLocation, webhookToken, apiUrl }, new Upstreams());
  return refusal ? problem(refusal) : ok('Shiprocket accepts the API user, and has the pickup address.');
}
