const SYSTEM_CODES = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);
const SQLITE_FULL = 13;
const POSTGRES_DISK_FULL = '53100';

/** Whether the disk, or what this process may have of it, is full: told by the system or by either engine. */
export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ('errcode' in error && typeof error.errcode === 'number' && (error.errcode & 0xff) === SQLITE_FULL) return true;
  return 'code' in error && (SYSTEM_CODES.has(String(error.code)) || error.code === POSTGRES_DISK_FULL);
}
