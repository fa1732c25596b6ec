import { setTimeout as wait } from 'node:timers/promises';
import { Http2Visitor } from '../http2-visitor.ts';
import { type MailServer, startMailServer } from '../mail-server.ts';
import { type RazorpayStandIn, startRazorpay } from '../razorpay-stand-in.ts';
import { type ProxyName, startShippedProxy } from '../shipped-proxies.ts';
import { shopCliAsync } from '../shop-cli.ts';
import { startShop, temporaryDir } from '../shop-process.ts';
import { type OwnersFolder, writeOwnersFolder } from './owners-folder.ts';

export const SITE_URL = 'https://shop.example';

export interface LiveShop {
  folder: OwnersFolder;
  /** The shop's data folder. */
  dir: string;
  env: Record<string, string>;
  mailServer: MailServer;
  gateway: RazorpayStandIn;
  /** The port of the proxy, which terminates TLS. */
  port: number;
  cli: ReturnType<typeof shopCliAsync>;
  /** Creates a visitor who reaches the shop through the proxy, from 127.0.0.1 or another local address. */
  visitor(address?: string, host?: string): Http2Visitor;
  /** Kills the shop's process with SIGKILL, but not the proxy. */
  killShop(): Promise<unknown>;
  /** Returns the output of the shop's process. */
  output(): string;
  stop(): Promise<void>;
}

/**
 * Starts a live shop as an owner does: with an empty database and settings in the environment, behind a proxy that uses
 * the shipped configuration.
 */
export async function startLiveShop(proxyName: ProxyName, databaseUrl = ''): Promise<LiveShop> {
  const data = temporaryDir('live');
  const ownersDir = temporaryDir('owner');
  const [folder, mailServer, gateway] = await Promise.all([
    writeOwnersFolder(ownersDir.dir),
    startMailServer(),
    startRazorpay(),
  ]);
  const env = {
    ...{ SHOP_MODE: 'live', HOST: '127.0.0.1', SITE_URL, TRUSTED_PROXIES: '1' },
    ...{ SECRET_KEY: 'a key that is only for tests, 32 characters', DATABASE_URL: databaseUrl },
    ...{ SMTP_URL: mailServer.url, MAIL_FROM: 'Kora & Kin <post@kora.example>' },
    ...{ RAZORPAY_KEY_ID: gateway.keys.keyId, RAZORPAY_KEY_SECRET: gateway.keys.keySecret },
    ...{ RAZORPAY_WEBHOOK_SECRET: gateway.keys.webhookSecret, RAZORPAY_API_URL: gateway.url },
  };
  const shop = await startShop({ dataDir: data.dir, env });
  // The shipped configuration expects two processes. Here, one process replaces both.
  const proxy = await startShippedProxy(proxyName, [shop.port, shop.port]);
  const visitors: Http2Visitor[] = [];
  const visitor = (address = '127.0.0.1', host = 'shop.example') => {
    const created = new Http2Visitor(proxy.port, { address, host });
    visitors.push(created);
    return created;
  };
  while ((await visitor().get('/robots.txt')).status !== 200) await wait(50);
  return {
    ...{ folder, dir: data.dir, env, mailServer, gateway, port: proxy.port, visitor },
    cli: shopCliAsync(data.dir, env),
    killShop: () => shop.stop('SIGKILL'),
    output: shop.output,
    async stop() {
      for (const openVisitor of visitors) openVisitor.close();
      await Promise.all([proxy.stop(), shop.stop(), mailServer.close(), gateway.close()]);
      data.remove();
      ownersDir.remove();
    },
  };
}
