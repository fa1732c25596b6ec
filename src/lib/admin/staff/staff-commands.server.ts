import { Command, type CommandUnknownOpts, Option } from '@commander-js/extra-typings';
import { readLog } from '#lib/admin/log/audit-log.server.ts';
import { LOG_QUERY } from '#lib/admin/log/log-query.schema.ts';
import { ROLE_NAMES, ROLES, type Role } from '#lib/admin/staff/roles.ts';
import { INVITATION } from '#lib/admin/staff/staff.schema.ts';
import { endStaffAccess, findStaffByEmail, inviteStaff, listStaff } from '#lib/admin/staff/staff.server.ts';
import {
  type CommandShop,
  confirm,
  readShop,
  UsageError,
  withShop,
  YES_OPTION,
} from '#lib/platform/cli/command.server.ts';
import { oneLine } from '#lib/platform/cli/terminal-text.ts';
import { indianDateTime } from '#lib/primitives/indian-time.ts';

export function adminCommand(): CommandUnknownOpts {
  const admin = new Command('admin').description('manage access to the admin, and read its audit log');
  admin
    .command('list')
    .description('list everyone who may open the admin')
    .usage(' ')
    .action(async () => {
      const staff = await readShop(listStaff);
      for (const { email, name, role, signInMethodCount, seenAt } of staff) {
        const state =
          signInMethodCount === 0 ? 'invited' : seenAt === null ? 'signed out' : `seen ${indianDateTime(seenAt)}`;
        console.log([oneLine(email), oneLine(name), ROLES[role].label, state].join('  '));
      }
      if (staff.length === 0) console.log('Nobody may open the admin yet. Run npm run shop -- admin invite EMAIL.');
    });
  admin
    .command('log')
    .description('show the newest entries of the audit log')
    .option('--record <record>', 'only entries about an order, by its number, or about another record, by its id')
    .option('--day <day>', 'only entries of this day, such as 2026-12-31')
    .usage('[--record NUMBER] [--day DAY]')
    .action((filters) => readShop((shop) => showLog(shop, filters)));
  admin
    .command('invite')
    .description('give a person access to the admin, and email them how to sign in')
    .argument('<email>')
    .option('--name <name>', 'the name shown in the audit log')
    .addOption(new Option('--role <role>', 'what the person may do').choices(ROLE_NAMES).default('owner' as Role))
    .usage('EMAIL [--name NAME] [--role ROLE]')
    .action((email, { name, role }) => invite(email, name, role));
  admin
    .command('end')
    .description('end a person’s access and all their sessions')
    .argument('<email>')
    .option(...YES_OPTION)
    .usage('EMAIL [--yes]')
    .action(endAccess);
  return admin;
}

async function showLog({ db }: CommandShop, filters: { record?: string; day?: string }): Promise<void> {
  const { entries } = await readLog(db, LOG_QUERY.parse(filters));
  for (const { at, actor, origin, action, record, changes } of entries) {
    console.log(
      [indianDateTime(at), oneLine(actor), oneLine(action), oneLine(record.label), `(${oneLine(origin)})`].join('  '),
    );
    for (const { field, before, after } of changes) {
      const valueChange = [before, after].map(oneLine).filter(Boolean).join(' → ');
      console.log(`    ${oneLine(field)}: ${valueChange}`);
    }
  }
  if (entries.length === 0) console.log('No entries.');
}

async function invite(email: string, name: string | undefined, role: Role): Promise<void> {
  const result = INVITATION.safeParse({ email, name: name ?? email.split('@')[0], role });
  if (!result.success) throw new UsageError(result.error.issues[0]?.message ?? 'The input is not valid.');
  await withShop(async (shop) => {
    await inviteStaff(shop, result.data);
    console.log(`${result.data.email} may now open ${shop.settings.siteUrl}/admin. An email explains how to sign in.`);
  });
}

async function endAccess(email: string, options: { yes?: true | undefined }): Promise<void> {
  await withShop(async (shop) => {
    const member = await findStaffByEmail(shop, email.trim().toLowerCase());
    if (!member) throw new UsageError(`${email} has no access to the admin.`);
    await confirm(
      `End the access of ${member.name} (${member.email})?`,
      options,
      ' All their sessions end immediately.',
    );
    await endStaffAccess(shop, member.id);
    console.log(`${member.email} can no longer open the admin.`);
  });
}
