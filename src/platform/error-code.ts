/**
 * Returns whether the `code` of an Error is one of these: a code of the system (`ENOENT`), or the
 * SQLSTATE of an error of pg. An error that Prisma wraps has a code of Prisma instead.
 */
export function hasSystemCode(error: unknown, ...codes: readonly string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code));
}
