import { isIP } from 'node:net';
import { StartError } from '#lib/platform/errors/start-error.ts';
import type { SettingName } from '#lib/platform/setting-names.ts';

export class SettingsError extends StartError {
  override readonly code = 'bad_settings';
  readonly problems: string[];
  constructor(problems: string[]) {
    super(`The shop can't start:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
    this.problems = problems;
  }
}

export class EnvReader {
  readonly problems: string[] = [];
  readonly #env: NodeJS.ProcessEnv;

  constructor(env: NodeJS.ProcessEnv) {
    this.#env = env;
  }

  text(name: SettingName): string | undefined {
    return this.#env[name] || undefined;
  }

  oneOf<T extends string>(name: SettingName, allowed: readonly T[], otherwise: T): T {
    const given = this.text(name);
    if (!given) return otherwise;
    const found = allowed.find((value) => value === given);
    if (!found) this.problems.push(`${name} is ${given}; it may be ${allowed.join(', ')}.`);
    return found ?? otherwise;
  }

  isOn(name: SettingName, otherwise: 'on' | 'off'): boolean {
    return this.oneOf(name, ['on', 'off'], otherwise) === 'on';
  }

  wholeNumber(name: SettingName, otherwise: number, min: number, max: number): number {
    const given = this.text(name);
    if (!given) return otherwise;
    const number = Number(given);
    if (Number.isInteger(number) && number >= min && number <= max) return number;
    this.problems.push(`${name} is ${given}; it must be a whole number from ${min} to ${max}.`);
    return otherwise;
  }

  /** Only the beginning is checked: a postgres:// address with several hosts is no URL. */
  address(name: SettingName, protocols: string[]): string | undefined {
    const given = this.text(name);
    if (!given || protocols.some((protocol) => given.startsWith(`${protocol}//`))) return given;
    this.problems.push(`${name} must begin with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}.`);
    return undefined;
  }

  origin(name: SettingName, isLive: boolean): string | undefined {
    const given = this.text(name);
    if (!given) return undefined;
    const url = URL.canParse(given) ? new URL(given) : undefined;
    if (isLive && url?.protocol === 'http:' && !isLoopback(url.hostname))
      this.problems.push(`${name} is ${given}; a live shop needs https, or its cookies could be read on the way.`);
    if (url && (url.protocol === 'http:' || url.protocol === 'https:') && url.pathname === '/') return url.origin;
    this.problems.push(`${name} is ${given}; it must be an address such as https://shop.example, without a path.`);
    return undefined;
  }
}

export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host === '[::1]' || (isIP(host) === 4 && host.startsWith('127.'));
}
