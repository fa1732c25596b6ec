import { readdir } from 'node:fs/promises';
import { ignoreNotFound } from '#lib/platform/files/storage/ignore-not-found.ts';

/** What a folder may have before any shop: a disk of its own has this, and npm keeps its log in its user's home. */
const OF_OTHERS = /^(?:\.|lost\+found$)/;

export async function namesInTheWay(dir: string): Promise<string[]> {
  const names = (await readdir(dir).catch(ignoreNotFound)) ?? [];
  return names.filter((name) => !OF_OTHERS.test(name));
}
