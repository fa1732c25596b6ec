import { Command, type CommandUnknownOpts } from '@commander-js/extra-typings';
import { digestContent } from '#lib/operations/jobs/digest-content.ts';
import { digestFacts } from '#lib/operations/jobs/digest-facts.server.ts';
import { readShop } from '#lib/platform/cli/command.server.ts';
import { mailText } from '#lib/platform/mail/mail-text.server.ts';

export function digestCommand(): CommandUnknownOpts {
  return new Command('digest')
    .description('show this morning’s summary email as it would be sent now')
    .action(() => readShop(async (shop) => console.log(mailText(digestContent(await digestFacts(shop))).trim())));
}
