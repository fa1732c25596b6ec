import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { messageOf } from '#lib/platform/errors/error-message.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';

/**
 * Opens a text in the owner's editor, and returns the saved text. Throws a ShopError `refused` if the editor fails, and
 * `invalid` if `check` throws. In both cases, the file with the text is kept, so that no work is lost.
 */
export async function editText(fileName: string, oldText: string, check: (text: string) => void): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'shop-edit-'));
  const filePath = join(dir, basename(fileName));
  await writeFile(filePath, oldText, { mode: 0o600 });
  await runEditor(filePath);
  const text = await readFile(filePath, 'utf8');
  try {
    check(text);
  } catch (error) {
    const message = messageOf(error);
    throw new ShopError('invalid', `${message}\nNothing was changed. What you wrote is in ${filePath}.`, undefined, {
      cause: error,
    });
  }
  await rm(dir, { recursive: true, force: true });
  return text;
}

function runEditor(filePath: string): Promise<void> {
  const editor = process.env.VISUAL || process.env.EDITOR || 'nano';
  // The editor is started by a shell, because its command may have options, such as `code --wait`.
  const child = spawn(`${editor} "$SHOP_TEXT"`, {
    shell: true,
    stdio: 'inherit',
    env: { ...process.env, SHOP_TEXT: filePath },
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (code) => {
      if (code === 0) resolve();
      else
        reject(
          new ShopError('refused', `The editor (${editor}) could not be used. Set EDITOR to an installed editor.`),
        );
    });
  });
}
